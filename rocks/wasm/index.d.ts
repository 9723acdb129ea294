import type {
  Analysis, AnalyzeOptions, BestOptions, Calls, CompareOptions, Comparison, Counts, Match, MatchOptions, Moves, PerftOptions, Player,
  RecordOptions, Recording, Report, Result, SearchOptions, SolveOptions, Solved,
} from "./types.js"
export * from "./types.js"

/** Rules of a game in JavaScript. Positions and moves are any values, which do not change. */
export interface Rules<P = any, M = any> {
  start: P
  /** The moves of a position, with their positions; none: the game is over. */
  successors(position: P): Iterable<readonly [M, P]>
  /** The value for MAX: of a position without moves the true one, of others an estimate. */
  evaluate(position: P): number
  /** Without it MAX and MIN alternate, and MAX begins. */
  player?(position: P): Player
  terminal?(position: P): boolean
  bounds?(position: P): readonly [lower: number, upper: number]
  /** What tables know a position by. Without it, what it consists of. */
  key?(position: P): number | bigint | string
  show?(position: P): string
  move_name?(move: M): string
  /** The least and the greatest value. */
  range?: readonly [number, number]
  /** The value of a position that repeats an earlier one. */
  cycle?: number
  name?: string
}

/** `progress` is called some ten times a second; where it returns false, the search ends. `trace` is called at each event. */
export type Told<O, R = Report> = O & { progress?: (report: R) => boolean | void, trace?: (event: any) => boolean | void }

/** What gts refuses, or what has failed in it; `cause` is what a rule has thrown. */
export class GtsError extends Error {}

/** Something that gts keeps. */
export class Handle {
  protected constructor()
  /** Calls a method that it has in Lua. */
  call(name: string, ...given: any[]): any
  /** Forgets it; else it is forgotten once nothing refers to it. */
  drop(): void
}

/** A game. */
export class Game extends Handle {
  readonly name?: string
  search(options?: Told<SearchOptions>): Result
  best(position?: any, options?: Told<BestOptions>): Result
  analyze(position?: any, options?: Told<AnalyzeOptions, Analysis>): Analysis
  match(a: any, b: any, options?: Told<MatchOptions, Match>): Match
  solve(options?: Told<SolveOptions, any>): Solved
  moves(position?: any): Moves
  show(position?: any): string
  apply(position: any, ...moves: any[]): any
  compare(options?: Told<CompareOptions>): Comparison
  perft(depth: number, options?: Told<PerftOptions>): Counts
  record(options?: Told<RecordOptions>): Recording
}

/** A game in a worker. */
export interface WorkerGame {
  readonly name?: string
  search(options?: Told<SearchOptions>): Promise<Result>
  best(position?: any, options?: Told<BestOptions>): Promise<Result>
  analyze(position?: any, options?: Told<AnalyzeOptions, Analysis>): Promise<Analysis>
  match(a: any, b: any, options?: Told<MatchOptions, Match>): Promise<Match>
  solve(options?: Told<SolveOptions, any>): Promise<Solved>
  moves(position?: any): Promise<Moves>
  show(position?: any): Promise<string>
  apply(position: any, ...moves: any[]): Promise<any>
  compare(options?: Told<CompareOptions>): Promise<Comparison>
  perft(depth: number, options?: Told<PerftOptions>): Promise<Counts>
  record(options?: Told<RecordOptions>): Promise<Recording>
  call(name: string, ...given: any[]): Promise<any>
  drop(): void
}

/** A node of a search. A child of a loop is valid until the next step of the loop, a kept node until it is forgotten. */
export interface Node {
  /** Visits the node. Its value is null unless the node is a leaf, in the table or decided by bounds; `searched`: without root bounds. */
  value(alpha?: number | null, beta?: number | null, searched?: boolean): [value: number | null, alpha: number, beta: number]
  /** The children, made one by one. */
  children(): IterableIterator<Node>
  /** The child of the loop has this value: the best one is kept, with its line. Returns the narrowed window. */
  take(child: Node, value: number, alpha?: number | null, beta?: number | null): [alpha: number, beta: number]
  /** The best value taken, within the bounds of the node; with a table it is stored. */
  finish(): number
  /** Visits the node: is it a leaf? */
  leaf(): boolean
  /** The value of a leaf, counted. */
  evaluate(): number
  /** The evaluation of a node that is no leaf. */
  estimate(): number
  /** The bounds of the rules, and the value if they decide in this window. */
  bounds(alpha?: number | null, beta?: number | null): [lower: number, upper: number, value: number | null]
  /** Has it no successors, or is it a leaf at the horizon that was visited? Not counted. */
  terminal(): boolean
  /** The bounds that the search has proved. */
  proved(): [lower: number, upper: number]
  player(): Player
  /** The distance from the root. */
  ply(): number
  position(): any
  /** The move to the node; null at the root. */
  move(): any
  /** The number of the move among its siblings, from 1; 0: the root. */
  index(): number
  /** The list of its children, which are kept; a second call returns the same list. */
  develop(): Node[]
  /** Drops all kept nodes below. */
  forget(): void
}

/** The search that an algorithm makes: its limits, and what it publishes. */
export interface Search {
  /** The option `window`, with `beta`. */
  readonly alpha: number
  readonly beta: number
  /** The range of the game, with `upper`. */
  readonly lower: number
  readonly upper: number
  /** The horizon; infinite without one. */
  readonly depth: number
  /** The next number below, for null windows. */
  below(value: number): number
  /** The next number above. */
  above(value: number): number
  /** For traces: a pass over the tree begins; `down`: it tests whether the value is at least beta. */
  pass(alpha?: number | null, beta?: number | null, down?: boolean): void
  /** Proved bounds of the root, and the child to play if the search is stopped. */
  publish(lower?: number | null, upper?: number | null, child?: Node | null): void
}

/** An option of an algorithm. */
export interface AlgorithmOption {
  name: string
  kind: "flag" | "count" | "integer" | "number" | "seconds" | "word" | "words"
  help: string
  default?: any
  least?: number
  most?: number
  words?: string[]
}

/** A search algorithm. */
export interface AlgorithmFields<O = any> {
  /** Letters, digits, `-` and `_`. */
  id: string
  /** Returns the value of the root, and optionally its window. */
  run(root: Node, search: Search, options: O): number | [value: number, alpha?: number, beta?: number]
  title?: string
  /** Names of options that other algorithms take, or new ones. */
  options?: Array<string | AlgorithmOption>
  /** Fields that rules must have; `["key"]` gives every search a table. */
  needs?: string[]
  /** It keeps nodes, by `develop`. */
  keeps?: boolean
  /** false: it does not use the bounds of the rules. */
  informed?: boolean
}

/** gts in this thread. */
export interface Gts extends Omit<Calls, "game" | "algorithm"> {
  readonly version: string
  /** Makes a search algorithm of a function. Returns the id, which searches and comparisons take. */
  algorithm<O = any>(fields: AlgorithmFields<O>): string
  /** A game: of its name, or of a text of rules in Lua, which has several lines. */
  game(source: string, options?: Record<string, any>): Game
  /** A game of rules in JavaScript. */
  game<P, M>(rules: Rules<P, M>): Game
  /** Calls any public function of gts. */
  call(name: string, ...given: any[]): any
}

/** Functions whose results come later. */
export type Later<T> = { [K in keyof T]: T[K] extends (...given: infer A) => infer R ? (...given: A) => Promise<R> : T[K] }

/** gts in a worker. */
export interface WorkerGts extends Later<Omit<Calls, "game" | "algorithm">> {
  readonly version: string
  /** Makes an algorithm of the URL of a module, whose default export is its fields or a function of `options`. */
  algorithm(source: URL, options?: Record<string, any>): Promise<string>
  /** A game: of its name, of a text of rules in Lua, or of the URL of a module, whose default export is rules or a function of `options`. */
  game(source: string | URL, options?: Record<string, any>): Promise<WorkerGame>
  /** Calls any public function of gts; no argument is a function, but for `progress`. */
  call(name: string, ...given: any[]): Promise<any>
  /** Stops what was asked for: a search gives what it has found, with `stopped`. */
  stop(): void
  /** Ends the worker. */
  close(): void
}

export function load(): Promise<Gts>
export function worker(): Promise<WorkerGts>
