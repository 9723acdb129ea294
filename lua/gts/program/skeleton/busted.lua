-- For busted: specs run in Lua 5.4, which gts is made for, and stand beside the rules.
return { default = { lua = "lua5.4", ROOT = { "." } } }
