// npm run smoke -- https://example.org
import { runCommand } from './command.ts'
import { smoke } from './smoke.ts'

const usage = `npm run smoke -- https://example.org   looks at a running site as its users meet it

Against "npm start": npm run smoke -- http://localhost:3000`

await runCommand(async ([address = '', ...more]) => {
  if (more.length > 0 || !/^https?:\/\/(?!https?:)/.test(address) || !URL.canParse(address))
    throw new RangeError(usage)
  let troubles = 0
  let all = 0
  for await (const { what, trouble } of smoke(new URL(address).origin)) {
    all++
    if (trouble) troubles++
    console.log(trouble ? `TROUBLE  ${what}: ${trouble}` : `ok       ${what}`)
  }
  return { said: `\n${all - troubles} of ${all} ok`, ok: troubles === 0 }
})
