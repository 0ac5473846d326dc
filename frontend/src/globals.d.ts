/** True only in builds made with `--mode local`; code behind it is dropped from every other build. */
declare const __LOCAL__: boolean
