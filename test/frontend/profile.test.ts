import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import type { SiteConfig } from '../../domain/config.ts'
import type { User } from '../../domain/user.ts'
import { AuthProvider } from '../../frontend/src/features/auth/auth.tsx'
import { currentUserQuery } from '../../frontend/src/features/auth/session.ts'
import { changesOf, pictureProblem, usernameProblem } from '../../frontend/src/features/profile/profile.ts'
import { ConfigContext } from '../../frontend/src/lib/config.ts'
import ProfilePage from '../../frontend/src/pages/profile.tsx'

const user = {
  id: 'u',
  username: 'una',
  email: null,
  bio: null,
  walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  isAdmin: true,
  profileImage: null,
} as User

function profilePage(viewer: User | null) {
  const client = new QueryClient()
  client.setQueryData(currentUserQuery.queryKey, viewer)
  return renderToString(
    createElement(
      ConfigContext,
      { value: { brand: 'A brand' } as SiteConfig },
      createElement(
        QueryClientProvider,
        { client },
        createElement(MemoryRouter, null, createElement(AuthProvider, null, createElement(ProfilePage))),
      ),
    ),
  )
}

test('Without a session, the profile page says so and offers the sign-in', () => {
  const page = profilePage(null)
  expect(page).toContain('Not Authenticated')
  expect(page).toContain('Please log in to view your profile')
  expect(page).toContain('Connect wallet')
})

test('The profile page marks missing values and admins, and shortens the wallet address', () => {
  const page = profilePage(user)
  for (const text of ['No bio provided', 'Not set', '0x7099…79C8', '>Admin<', 'Edit Profile'])
    expect(page).toContain(text)
})

test('The profile form accepts usernames of 3 to 20 letters, numbers and underscores', () => {
  expect(usernameProblem('ab')).toEqual({
    title: 'Invalid username',
    message: 'Username must be at least 3 characters long',
  })
  expect(usernameProblem('a'.repeat(21))?.message).toBe('Username must be 3-20 characters long')
  expect(usernameProblem('two words')?.title).toBe('Invalid username')
  expect(usernameProblem('fine_name_1')).toBeNull()
})

test('The profile form accepts a PNG of at most 2 MB and refuses a PDF', () => {
  expect(pictureProblem({ type: 'application/pdf', size: 10 })).toEqual({
    title: 'Invalid file type',
    message: 'Please upload a image/ file',
  })
  expect(pictureProblem({ type: 'image/png', size: 2 * 1024 * 1024 })).toBeNull()
  expect(pictureProblem({ type: 'image/png', size: 2 * 1024 * 1024 + 1 })).toEqual({
    title: 'File too large',
    message: 'File size should be less than 2MB',
  })
})

test('The profile form sends only changed values', () => {
  const same = { username: ' una ', email: '', bio: '' }
  expect(changesOf(user, same)).toEqual({ username: null, details: null })
  expect(changesOf(user, { ...same, username: 'uno', bio: 'Hello ' })).toEqual({
    username: 'uno',
    details: { email: '', bio: 'Hello' },
  })
})
