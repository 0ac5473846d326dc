/** True only in builds made with `--mode demo`; code behind it is dropped from every other build. */
declare const __LOCAL__: boolean
