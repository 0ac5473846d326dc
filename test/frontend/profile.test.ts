import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
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

test('somebody whose session is gone is told so, and how to come back', () => {
  const page = profilePage(null)
  expect(page).toContain('Not Authenticated')
  expect(page).toContain('Please log in to view your profile')
  expect(page).toContain('Connect wallet')
})

test('a profile says what is missing, shortens the wallet and names admins', () => {
  const page = profilePage(user)
  for (const text of ['No bio provided', 'Not set', '0x7099…79C8', '>Admin<', 'Edit Profile'])
    expect(page).toContain(text)
})

test('a username is 3 to 20 letters, numbers and underscores', () => {
  expect(usernameProblem('ab')).toEqual({
    title: 'Invalid username',
    message: 'Username must be at least 3 characters long',
  })
  expect(usernameProblem('a'.repeat(21))?.message).toBe('Username must be 3-20 characters long')
  expect(usernameProblem('two words')?.title).toBe('Invalid username')
  expect(usernameProblem('fine_name_1')).toBeNull()
})

test('a picture is a JPEG, PNG or GIF of at most 2 MB', () => {
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

test('only what differs is sent', () => {
  const same = { username: ' una ', email: '', bio: '' }
  expect(changesOf(user, same)).toEqual({ username: null, details: null })
  expect(changesOf(user, { ...same, username: 'uno', bio: 'Hello ' })).toEqual({
    username: 'uno',
    details: { email: '', bio: 'Hello' },
  })
})
