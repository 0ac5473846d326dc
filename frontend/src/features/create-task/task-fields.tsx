import type { UseFormReturn } from 'react-hook-form'
import { completions, estimatedTime, review, reward, text } from '../../../../domain/limits.ts'
import { categories } from '../../../../domain/task-enums.ts'
import { plural, submissionTypeLabels } from '../../lib/format.ts'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx'
import { type TaskFields as Fields, reviewDaysOf } from './task-form-schema.ts'

export function TextFields({ form: { register, formState, watch } }: { form: UseFormReturn<Fields> }) {
  const whole = (name: keyof Fields) => ({
    error: formState.errors[name]?.message,
    className: 'sm:col-span-6',
  })
  return (
    <>
      <Field
        label="Title"
        hint={`Best within ${text.titleHint} characters: ${watch('title').length} used.`}
        {...whole('title')}
      >
        <Input
          autoComplete="off"
          placeholder="Photograph the opening hours of three cafés"
          {...register('title')}
        />
      </Field>
      <Field label="Description" {...whole('description')}>
        <Textarea rows={3} placeholder="What should be done, and why." {...register('description')} />
      </Field>
      <Field
        label="Requirements"
        hint="What the proof must show. You review against this."
        {...whole('requirements')}
      >
        <Textarea rows={3} {...register('requirements')} />
      </Field>
    </>
  )
}

export function TaskFields({ form }: { form: UseFormReturn<Fields> }) {
  const { register, formState, watch } = form
  const error = (name: keyof Fields) => formState.errors[name]?.message
  const half = (name: keyof Fields) => ({ error: error(name), className: 'sm:col-span-3' })
  const third = (name: keyof Fields) => ({ error: error(name), className: 'sm:col-span-2' })
  const number = (name: keyof Fields, { min, max }: { min: number; max: number }) =>
    ({ type: 'number', inputMode: 'numeric', min, max, ...register(name, { valueAsNumber: true }) }) as const
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextFields form={form} />
      <Field label="Category" {...half('category')}>
        <Select {...register('category')}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field label="Proof" {...half('submissionType')}>
        <Select labels={submissionTypeLabels} {...register('submissionType')} />
      </Field>
      <Field label="Reward, CENTS" hint="For each completion. 1 CENTS is 1 TAX." {...third('reward')}>
        <Input {...number('reward', reward)} />
      </Field>
      <Field label="Completions" hint="How many people can do it." {...third('maxCompletions')}>
        <Input {...number('maxCompletions', completions)} />
      </Field>
      <Field label="Minutes" hint="Estimated, for one." {...third('estimatedTime')}>
        <Input {...number('estimatedTime', estimatedTime)} />
      </Field>
      <Field label="Deadline" optional hint="Left empty: 30 days from now." {...half('deadline')}>
        <Input type="date" {...register('deadline')} />
      </Field>
      <Field
        label="Review within, days"
        hint={`Proofs that you do not review within ${plural(reviewDaysOf(watch('reviewDays')), 'day')} are approved and paid automatically.`}
        {...half('reviewDays')}
      >
        <Input {...number('reviewDays', { min: review.minDays, max: review.maxDays })} />
      </Field>
      <div className="sm:col-span-6">
        <Checkbox {...register('isActive')}>Show the task to everyone now</Checkbox>
        {!watch('isActive') && (
          <p className="text-ink-2 text-sm">The task is saved as a draft, which only you and admins see.</p>
        )}
      </div>
    </div>
  )
}
