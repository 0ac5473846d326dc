import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useAuth } from '../../frontend/src/features/auth/auth.tsx'

test('useAuth outside of the AuthProvider throws an error that says so', () => {
  const Outside = () => createElement('p', null, useAuth().user?.username)
  expect(() => renderToString(createElement(Outside))).toThrow('useAuth must be used within an AuthProvider')
})
