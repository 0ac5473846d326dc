import { useForm } from 'react-hook-form'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUnderWay, type UploadPurpose, useUpload } from '../../ui/picture-upload.ts'
import { toast } from '../../ui/toast.ts'
import { useUserMutation, withSession } from '../auth/session-mutation.ts'

const profilePicture: UploadPurpose = {
  request: async (file) => {
    const answer = await withSession(() => call('POST /api/user/upload-profile-image', file))
    return { ...answer, fileUrl: answer.imageUrl }
  },
  texts: {
    wrongType: 'Invalid file type: Please upload a image/ file',
    failed: 'Error uploading image',
    unknown: 'Failed to upload profile image',
  },
}

/** The form of the profile, which sends only what was changed. A failed save keeps the input. */
export function ProfileFields({ user, onDone }: { user: User; onDone: () => void }) {
  const { mutateAsync: updateUsername } = useUserMutation('POST /api/user/update-username')
  const { mutateAsync: updateProfile } = useUserMutation('POST /api/user/update-profile')
  const files = useUpload(profilePicture)
  const form = useForm({
    defaultValues: { username: user.username, email: user.email ?? '', bio: user.bio ?? '' },
  })
  const { register, setError } = form
  const { errors, isSubmitting } = form.formState

  const fail = (title: string, description: string, field: keyof typeof errors) => {
    setError(field, { message: description }, { shouldFocus: true })
    toast({ title, description, tone: 'bad', isShownInForm: true })
  }
  /** Shows why a request was refused, at the field that the server names. */
  const refuse = (error: unknown, title: string, otherwise: string, field: 'username' | 'root') => {
    const { message, path } = (error instanceof ApiError && error.errors[0]) || {}
    const named = path === 'email' || path === 'bio' ? path : field
    fail(title, message ?? reasonOf(error, otherwise), named)
  }
  const save = form.handleSubmit(async () => {
    const picture = await files.uploaded()
    // The form stays open with the error, until the picture is removed, replaced or uploaded again.
    if (picture === 'failed') return
    const profileImage = picture?.fileUrl
    // The fields may have been changed during the upload.
    const { username, email, bio } = form.getValues()
    const isRenamed = username !== user.username
    if (isRenamed) {
      if (username.trim().length < limits.min)
        return fail('Invalid username', `Username must be at least ${limits.min} characters long`, 'username')
      try {
        await updateUsername({ username })
      } catch (error) {
        return refuse(error, 'Failed to set username', 'Unknown error occurred', 'username')
      }
    }
    if (email !== (user.email ?? '') || bio !== (user.bio ?? '') || profileImage) {
      try {
        await updateProfile({ email, bio, ...(profileImage && { profileImage }) })
      } catch (error) {
        return refuse(error, 'Error updating profile', 'Failed to update profile', 'root')
      }
      toast({
        title: 'Profile updated',
        description: 'Your profile has been successfully updated',
        tone: 'good',
      })
    } else if (isRenamed)
      toast({
        title: 'Username set successfully',
        description: 'Your username has been updated',
        tone: 'good',
      })
    onDone()
  })

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="flex max-w-xl flex-col gap-6">
      <FileField {...files} label="Profile picture" />
      <Field
        label="Username"
        hint={`Username must be ${limits.min}-${limits.max} characters long`}
        error={errors.username?.message}
      >
        <Input
          {...register('username')}
          maxLength={Math.max(limits.max, user.username.length)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Bio" optional error={errors.bio?.message}>
        <Textarea {...register('bio')} />
      </Field>
      {errors.root && <Notice tone="bad">{errors.root.message}</Notice>}
      <Button
        type="submit"
        busy={isSubmitting && (isUnderWay(files.upload) ? 'Uploading…' : 'Saving...')}
        className="self-start"
      >
        Save Changes
      </Button>
    </form>
  )
}
