import { Validator } from '@seriousme/openapi-schema-validator'
import { api, routeKeys } from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { openApi } from '../../domain/openapi.ts'
import { cookieName } from '../../functions/http/cookies.ts'
import { newVisitor, site } from '../support/shared-fixture.ts'

interface Description {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string }>>
  components: {
    schemas: Record<string, { properties: object }>
    headers: Record<string, object>
    securitySchemes: { session: { name: string } }
  }
}

let described: Description
beforeAll(async () => {
  described = (await newVisitor().call('GET /api/openapi.json', {})) as unknown as Description
})

test('GET /api/openapi.json answers an OpenAPI 3.1 document with the origin of the site as its server', () => {
  expect(described.openapi).toMatch(/^3\.1\.\d$/)
  expect(described.info).toMatchObject({
    title: expect.stringContaining(brand),
    version: expect.stringMatching(/^\d+\.\d+/),
  })
  expect(described.servers).toEqual([{ url: site.origin }])
})

test('The OpenAPI document is valid by the official schema of OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone({ ...described }))).toEqual({ valid: true })
})

test('The OpenAPI document names the session cookie, which has the prefix __Host- on https', async () => {
  const person = newVisitor()
  await person.signIn()
  expect(person.cookie.split('=')[0]).toBe(described.components.securitySchemes.session.name)
  const https = 'https://market.example'
  expect(openApi(https, cookieName('session', https)).components.securitySchemes.session.name).toBe(
    '__Host-session',
  )
})

test('The OpenAPI document describes every route exactly once', () => {
  const names = Object.values(described.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(names.sort()).toEqual(routeKeys.map((route) => api[route].name).sort())
  expect(new Set(names).size).toBe(names.length)
})

test('The Error schema of the OpenAPI document has every field of a real error body', async () => {
  const error = described.components.schemas.Error
  const body = await (await newVisitor().request('POST /api/login', {})).json()
  expect(Object.keys(error?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(body as object)))
})

test('Every $ref of the OpenAPI document exists, and every component is referenced', () => {
  const text = JSON.stringify(described)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
  const { schemas, headers } = described.components
  expect(new Set(references)).toEqual(
    new Set([
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
    ]),
  )
})
