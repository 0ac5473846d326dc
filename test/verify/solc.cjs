#!/usr/bin/env node
// The compiler of the npm package `solc` with the command line of solc, as far as Forge uses it: --version and --standard-json.
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) process.stdout.write(`solc\nVersion: ${solc.version()}\n`)
else process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
