import { scryptSync } from 'node:crypto'
import { hash, matches } from '../../functions/accounts/password-hash.ts'

test('A password hash is scrypt with N = 2^17, r = 8 and p = 1 over a random salt', async () => {
  const stored = await hash('correct horse battery')
  const parameters = { N: 2 ** 17, r: 8, p: 1 }
  expect(stored).toMatchObject(parameters)
  const salt = Buffer.from(stored.salt, 'base64')
  const bytes = scryptSync('correct horse battery', salt, 32, { ...parameters, maxmem: 2 ** 28 })
  expect(stored.hash).toBe(bytes.toString('base64'))
  expect(await matches('correct horse battery', stored)).toBe(true)
  expect(await matches('correct horse battery ', stored)).toBe(false)
})
