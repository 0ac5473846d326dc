import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { useDialog } from '../lib/dialogs.ts'
import { wanting } from '../lib/wanted-page.ts'
import { toast } from '../ui/toast.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { dialogs } from './prefetch.ts'

/** Opens the dialogs that the URL names: `?id=` a task's details, `?create=` the form for a new task, or for a copy of a task. */
export function DialogHost() {
  const task = useDialog('id')
  const create = useDialog('create')
  return (
    <ErrorBoundary resetKey={`${task.value} ${create.value}`}>
      {task.value && <dialogs.id key={task.value} id={task.value} onClose={task.close} />}
      {create.value && <CreateTask source={create.value} onClose={create.close} />}
    </ErrorBoundary>
  )
}

function CreateTask({ source, onClose }: { source: string; onClose: () => void }) {
  const { user, isLoading } = useAuth()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isUnknown = !isLoading && user === undefined
  const refused = !isLoading && user === null
  useEffect(() => {
    if (!isUnknown) return
    toast({
      title: 'Your account could not be loaded',
      description: 'Please try again in a moment.',
      tone: 'bad',
    })
    onClose()
  }, [isUnknown, onClose])
  useEffect(() => {
    if (!refused) return
    toast({
      title: 'Authentication required',
      description: 'You must be logged in to create tasks.',
      tone: 'bad',
    })
    navigate('/auth', { replace: true, state: wanting(pathname + search) })
  }, [refused, navigate, pathname, search])
  return user ? <dialogs.create userId={user.id} source={source} onClose={onClose} /> : null
}
