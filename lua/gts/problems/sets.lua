--- The problem sets that come with gts: see gts.problems.problems for the format. Values are facts that others have published.

local sets = {}

sets.connect4 = [[
title: Connect-4: end games and middle games, with distances
source: Pascal Pons, benchmark of a Connect 4 solver (six of each of four sets)
game: connect4 strong=true
columns: name; after; value; distance; best
L3_R1-1; 2 2 5 2 5 7 6 2 5 3 4 6 2 2 4 4 1 1 1 5 6 3 3 6 5 3 4 3 6 7 1 3 5 1 4 4 1; 1; 4; 6
L3_R1-2; 7 4 2 2 3 4 1 7 3 5 6 4 7 7 4 1 1 6 6 1 3 3 5 7 3 4 7 3 2 4 2 5 6 6; 1; 7; 2 6
L3_R1-3; 2 3 1 6 3 4 1 6 1 2 4 7 6 7 2 2 3 1 5 4 4 6 7 4 7 1 2 7 2 4 1 6 7 5 5 6 3 3; 0; ; 3
L3_R1-4; 7 1 2 5 5 7 6 3 7 7 3 1 3 3 5 2 5 7 3 1 2 6 1 3 6 4 6 2 2 1 6 7 1 2 4 4 4 6 4 5 4; 0; ; 5
L3_R1-5; 6 5 2 1 4 6 7 3 5 5 6 1 5 5 7 3 1 5 6 6 3 1 6 3 2 7 3 7 3 2 2 1 4 1 7; 1; 6; 4
L3_R1-6; 5 2 6 7 7 6 7 5 1 6 4 3 2 1 4 7 2 4 1 1 3 3 1 7 5 2 4 5 4; 0; ; 2 3 4 6 7
L2_R1-1; 5 5 5 4 2 2 4 3 3 3 2 3 4 5 1 1 7 6 4 4 1 5 1 1 5; -1; 11; 6
L2_R1-2; 5 2 7 5 3 3 1 1 4 3 3 6 7 7 4 4 2 4 2 2 1 2 1; -1; 5; 5
L2_R1-3; 1 2 3 3 7 2 2 5 5 5 3 4 1 4 5 1 1 1 4 7 2 5 2 2 1 3 3 3; -1; 14; 4 5 6 7
L2_R1-4; 2 7 1 7 1 3 4 3 2 3 3 1 7 1 3 1 3 2; -1; 4; 1
L2_R1-5; 6 6 7 2 3 7 5 3 5 4 2 5 2 7 3 1 1 1 6 7 6 2 2 3 7 7 2 4; -1; 12; 5 6
L2_R1-6; 7 6 3 4 5 2 5 4 3 7 5 6 4 5 5 3 5 7 7 3 2 3 1 4; -1; 4; 3
L1_R1-1; 3 2 1 6 4 6 2 5; 1; 13; 3
L1_R1-2; 6 1 4 6; 1; 3; 5
L1_R1-3; 2 4 3 3 3 5 4 2 4 2 5 7; 1; 7; 6
L1_R1-4; 5 5 1 2 2 4 3 2 4 3 5 3 6; -1; 5; 4
L1_R1-5; 2 2 1 4 4 4 2 6 4 4 4; -1; 3; 5
L1_R1-6; 2 6 5 7 5 6 5 1 2; 1; 10; 5
L2_R2-1; 2 7 4 5 5 2 2 2 4 1 3 1 6 6 1; 0; ; 4
L2_R2-2; 5 4 5 5 1 7 4 3 6 1 2 6 3 3 6 2; -1; 26; 2
L2_R2-3; 2 5 3 1 2 7 6 5 6 6 7 1 1 1 5 3; 1; 23; 2
L2_R2-4; 3 7 3 1 3 3 3 3 7 1 7 1 2 4 1 7 1 1 6 2 5 4 2; -1; 15; 4
L2_R2-5; 6 6 1 4 4 4 6 6 6 6 3 7 3 1 5 4; -1; 20; 1
L2_R2-6; 2 4 6 1 7 5 2 4 3 1 5 1 7 2 1 2 7; -1; 23; 7
]]

sets.othello = [[
title: Othello end games with 6 to 22 empty cells
source: FFO end game test suite, 20 to 29, as distributed with edax
game: othello empties=winner strong=true
columns: name; position; value; best
20; {107256545015 9187096292218831112 0}; 6; h5
21; {17510952013137663 1081155422969346304 1}; 0; g5
22; {1169914902379580 1204949260791120128 1}; -2; g8
23; {4376829955975680000 18120330376055812 0}; 4; a2
24; {2450179134178998308 954542184062402560 1}; 0; c3
25; {1983074951643136 4402537356321634320 1}; 0; g1 a5
26; {67794550434830336 -8933975945667271618 0}; 0; d8
27; {4917080149854519300 1152927173146524712 0}; -2; b7
28; {36252645073256448 4052734337307384836 0}; 0; f1 b2 e1
29; {3816487119951932 4557393437139970 0}; 10; g2
]]

-- Domineering: MAX lays upright, and the first player to move is MAX unless the options say otherwise.
sets.winners = [[
title: Winners of small boards
source: Breuker et al. 2000 and Bullock 2002 (domineering); Irving et al. 2000 (kalah); Uiterwijk and van den Herik 2000 (m, n, k)
columns: name; game; value
domineering 3x8, max first; domineering rows=3 columns=8 first=max; loss
domineering 3x8, min first; domineering rows=3 columns=8 first=min; loss
domineering 4x5, max first; domineering rows=4 columns=5 first=max; win
domineering 4x5, min first; domineering rows=4 columns=5 first=min; win
domineering 4x8, max first; domineering rows=4 columns=8 first=max; loss
domineering 4x8, min first; domineering rows=4 columns=8 first=min; loss
domineering 5x5, max first; domineering rows=5 columns=5 first=max; loss
domineering 5x5, min first; domineering rows=5 columns=5 first=min; win
domineering 5x6, max first; domineering rows=5 columns=6 first=max; loss
domineering 5x6, min first; domineering rows=5 columns=6 first=min; loss
domineering 6x6, max first; domineering rows=6 columns=6 first=max; win
domineering 6x6, min first; domineering rows=6 columns=6 first=min; loss
kalah 3x1; kalah pits=3 seeds=1; draw
kalah 3x2; kalah pits=3 seeds=2; win
kalah 3x3; kalah pits=3 seeds=3; win
kalah 3x4; kalah pits=3 seeds=4; win
kalah 3x5; kalah pits=3 seeds=5; win
kalah 3x6; kalah pits=3 seeds=6; loss
3,3,3; tictactoe columns=3 rows=3 line=3; draw
4,3,3; tictactoe columns=4 rows=3 line=3; win
5,5,3; tictactoe columns=5 rows=5 line=3; win
4,4,4; tictactoe columns=4 rows=4 line=4; draw
]]

return sets
