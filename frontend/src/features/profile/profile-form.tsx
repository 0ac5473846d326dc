import { type FormEvent, useState } from 'react'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { PictureField } from './picture-field.tsx'
import { formOf, ProfileError, pictureProblem, useSaveProfile } from './profile.ts'

/** The form of the profile. A failed save keeps the input. */
export function ProfileFields({ user, onDone }: { user: User; onDone: () => void }) {
  const saveProfile = useSaveProfile(user)
  const [form, setForm] = useState(() => formOf(user))
  const [picture, setPicture] = useState<File | null>(null)
  const [tooLarge, setTooLarge] = useState<File | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)

  const fail = (title: string, message: string, field: string) => {
    setErrors({ [field]: message })
    toast({ title, description: message, tone: 'bad', isShownInForm: true })
  }
  const pick = (file: File | null) => {
    const problem = file && pictureProblem(file)
    setTooLarge(problem?.title === 'File too large' ? file : null)
    if (problem) return fail(problem.title, problem.message, 'picture')
    setErrors({})
    setPicture(file)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    setErrors({})
    try {
      const said = await saveProfile(form, picture)
      if (said) toast({ title: said.title, description: said.message, tone: 'good' })
      onDone()
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error
      fail(error.title, error.message, error.field ?? 'form')
    } finally {
      setSaving(false)
    }
  }
  const set = (name: keyof typeof form) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value })

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="flex max-w-xl flex-col gap-6">
      <PictureField user={user} picture={picture} error={errors.picture} tooLarge={tooLarge} onPick={pick} />
      <Field
        label="Username"
        hint={`Username must be ${limits.min}-${limits.max} characters long`}
        error={errors.username}
      >
        <Input
          value={form.username}
          onChange={set('username')}
          minLength={limits.min}
          maxLength={Math.max(limits.max, user.username.length)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Email" optional error={errors.email}>
        <Input type="email" value={form.email} onChange={set('email')} autoComplete="email" />
      </Field>
      <Field label="Bio" optional error={errors.bio}>
        <Textarea rows={4} value={form.bio} onChange={set('bio')} />
      </Field>
      {errors.form && <Notice tone="bad">{errors.form}</Notice>}
      <Button type="submit" busy={isSaving && 'Saving...'} className="self-start">
        Save Changes
      </Button>
    </form>
  )
}
