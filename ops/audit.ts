import { withNames } from '../functions/market/moderation.ts'
import * as audit from '../functions/table/audit.ts'
import { runCommand, tableFromEnvironment } from './command.ts'

const usage = `npm run audit               prints the newest 100 entries of the audit log, newest first
npm run audit -- <number>   prints that many

TABLE_NAME names the table; DYNAMODB_ENDPOINT names its endpoint, if it is not in AWS. "npm start" prints both for its own table.`

async function run([count = '100', ...rest]: string[]): Promise<string> {
  const wanted = Number(count)
  if (!Number.isInteger(wanted) || wanted < 1 || rest.length > 0) throw new RangeError(usage)
  const { table, tableName } = tableFromEnvironment()
  const entries: audit.StoredEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await audit.list(table, Date.now(), wanted - entries.length, cursor)
    entries.push(...page.entries)
    cursor = page.next
    if (!cursor || entries.length >= wanted) break
  }
  if (entries.length === 0) return `The audit log of ${tableName} is empty.`
  return (await withNames(table, entries)).map(lineOf).join('\n')
}

/** Control characters cannot forge a line: reasons and titles are printed as JSON strings. */
function lineOf({ action, at, by, byName, details, reason, subject, subjectName }: Entry): string {
  const admin = by ? `${byName ?? 'unknown'} (${by})` : 'npm run admin'
  const named = subjectName ? ` ${JSON.stringify(subjectName)}` : ''
  const more = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
  return `${at}  ${admin}  ${action}  ${subject.kind} ${subject.id}${named}${reason ? `  ${JSON.stringify(reason)}` : ''}${more}`
}

type Entry = Awaited<ReturnType<typeof withNames>>[number]

if (import.meta.main) await runCommand(run)
