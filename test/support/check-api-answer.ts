import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { routeKeys, splitRoute } from '../../domain/api.ts'
import { openApi } from '../../domain/openapi.ts'

interface Answer {
  content?: Record<string, object>
}
interface Operation {
  responses: Record<string, Answer>
}

const document = openApi('https://site.example', 'session')
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  verbose: true,
}).addSchema(document, 'openapi')

const pointer = (...names: string[]) =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const routes = routeKeys.map((key) => {
  const { method, path } = splitRoute(key)
  const pattern = path.replace(/[.]/g, '\\.').replace(/\{\w+(\+?)\}/g, (_, rest) => (rest ? '.+' : '[^/]+'))
  return { method, path: path.replace('+}', '}'), pattern: new RegExp(`^${pattern}$`) }
})

/** What the OpenAPI document does not say about this answer of the API, or null. */
export async function contradiction(method: string, { pathname }: URL, answer: Response) {
  const asked = method === 'HEAD' ? 'GET' : method
  const route = routes.find((one) => one.method === asked && one.pattern.test(pathname))
  if (!route) return pathname.startsWith('/api/') && answer.status !== 404 ? 'has no such operation' : null
  const name = route.method.toLowerCase()
  const { responses } = document.paths[route.path]?.[name] as Operation
  const described = responses[answer.status]
  if (!described) return `does not list the status ${answer.status}`
  const text = await answer.text()
  if (method === 'HEAD' || !described.content) return null
  const [type = ''] = answer.headers.get('content-type')?.split(';') ?? []
  const range = described.content['*/*'] ? '*/*' : type
  if (!described.content[range])
    return `does not list the content type ${type} of the status ${answer.status}`
  const place = pointer(
    'paths',
    route.path,
    name,
    'responses',
    `${answer.status}`,
    'content',
    range,
    'schema',
  )
  const isValid = ajv.getSchema(`openapi#${place}`) as ValidateFunction
  if (isValid(type === 'application/json' ? JSON.parse(text) : text)) return null
  const value = JSON.stringify(isValid.errors?.[0]?.data)
  return `describes another body: ${value} is at ${ajv.errorsText(isValid.errors)}`
}

/** Every request of the tests to the API fails if the answer contradicts the OpenAPI document. */
export function checkEveryAnswer(): void {
  const plain = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await plain(input, init)
    // Other servers, to which the API redirects or that stand in for a broken site, send no request id.
    if (!answer.headers.has('x-request-id')) return answer
    const { method, url } = new Request(input, { ...init, body: null, signal: null })
    const found = await contradiction(method, new URL(url), answer.clone())
    if (found) throw new Error(`${method} ${url}: the OpenAPI document ${found}`)
    return answer
  }
}
