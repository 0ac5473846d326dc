// Runs tests of one vitest project against mutants that its parent sends. The mutated source is only in memory.
import path from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
import config from '../../../vitest.config.ts'
import { answerQuestions } from '../worker-process.ts'

/**
 * `source` null: the unchanged file. `tests`: paths of test files or their folder. Of the domain and frontend tests only
 * those run that import the file.
 */
export interface VitestQuestion {
  file: string
  source: string | null
  tests: string[]
}

const root = path.resolve(import.meta.dirname, '../../..')
const name = process.argv[2]
const isApi = name === 'api'
const project = config.test?.projects?.map((one) => Object(one).test).find((one) => one.name === name)
if (!project) throw new Error(`vitest.config.ts has no project ${name}`)

let mutated = { file: '', source: '' }

const vitest = await createVitest(
  'test',
  {
    ...project,
    root,
    config: false,
    watch: false,
    bail: 1,
    reporters: [{}],
    // A file of the API tests changes the environment of its process.
    pool: isApi ? 'forks' : 'threads',
    isolate: isApi,
    fsModuleCache: false, // a mutant must not be cached on disk
    maxWorkers: 1,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id.split('?')[0] === mutated.file ? mutated.source : null),
      },
    ],
  },
)

async function firstFailure({ file, source, tests }: VitestQuestion): Promise<string | null> {
  if (mutated.file) vitest.invalidateFile(mutated.file)
  mutated = { file: source === null ? '' : path.join(root, file), source: source ?? '' }
  if (mutated.file) vitest.invalidateFile(mutated.file)
  // The API tests reach the code over HTTP, so they are not found by their imports.
  if (!isApi) vitest.config.related = [path.join(root, file)]
  const specifications = await vitest.getRelevantTestSpecifications(tests)
  if (specifications.length === 0) return null
  vitest.state.filesMap.clear() // the results of the previous mutant
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = testModules.find((module) => module.state() === 'failed')
  if (failed) return nameOf(failed)
  return unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null
}

function nameOf(module: TestModule): string {
  for (const test of module.children.allTests('failed')) return test.fullName
  return `${module.relativeModuleId} does not load`
}

answerQuestions(firstFailure)
