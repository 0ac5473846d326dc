import type { UseFormReturn } from 'react-hook-form'
import { text } from '../../../../domain/limits.ts'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { checkProof, type ProofForm, splitTitle } from './proof.ts'

type Form = UseFormReturn<ProofForm>

/** An error message such as 'Missing link: Please …', with its title in bold. */
export function titled(message = '') {
  const { title, description } = splitTitle(message) ?? {}
  if (!title) return message
  return (
    <>
      <strong>{title}</strong>: {description}
    </>
  )
}

/** A URL as proof. */
export function LinkField({ form }: { form: Form }) {
  return (
    <Field
      label="Link to your proof"
      hint="A page that the reviewer can open without signing in."
      error={titled(form.formState.errors.proofLink?.message)}
    >
      <Input
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        {...form.register('proofLink', { validate: (value) => checkProof('link', value) })}
      />
    </Field>
  )
}

/** A description as proof. */
export function TextField({ form }: { form: Form }) {
  return (
    <Field
      label="Your proof"
      hint="Say what you did, so that it can be checked against the requirements."
      error={titled(form.formState.errors.proofText?.message)}
    >
      <Textarea
        rows={5}
        maxLength={text.proof}
        {...form.register('proofText', { validate: (value) => checkProof('text', value) })}
      />
    </Field>
  )
}
