// Measures one cold start: imports a bundle in a new process and calls its handler twice. Usage: `node measure-cold-start.js BUNDLE EVENT`
import { pathToFileURL } from 'node:url'

const [bundle, event] = process.argv.slice(2)
const at = () => ({ wall: performance.now(), processor: process.cpuUsage() })
const since = (start) => {
  const { user, system } = process.cpuUsage(start.processor)
  return { wall: performance.now() - start.wall, processor: (user + system) / 1000 }
}

let start = at()
const { handler } = await import(pathToFileURL(bundle).href)
const imported = since(start)
const call = async () => {
  start = at()
  const { statusCode = 200 } = (await handler(JSON.parse(event), { awsRequestId: 'a-measurement' })) ?? {}
  return { ...since(start), statusCode }
}
const first = await call()
const second = await call()
process.send({ imported, first, second }, () => process.exit())
