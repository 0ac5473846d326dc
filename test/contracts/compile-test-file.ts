import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import type { Artifact } from '../../contracts/artifacts.ts'
import config from '../../contracts/hardhat.config.ts'

const root = join(import.meta.dirname, '../..')

/** Compiles one Solidity file of this folder with the settings of the contracts. Returns a reader of its artifacts. */
export async function compileTestFile(file: string): Promise<(contract: string) => Artifact> {
  const path = `test/contracts/${file}`
  const hardhat = await createHardhatRuntimeEnvironment(config, {}, root)
  await hardhat.tasks.getTask('build').run({ files: [join(root, path)], noContracts: true, quiet: true })
  const folder = await hardhat.solidity.getArtifactsDirectory('tests')
  return (contract) => JSON.parse(readFileSync(join(folder, path, `${contract}.json`), 'utf8'))
}
