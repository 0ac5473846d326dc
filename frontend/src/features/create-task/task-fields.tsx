import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { completions, estimatedTime, review, reward, text } from '../../../../domain/limits.ts'
import { categories } from '../../../../domain/task-enums.ts'
import { plural, submissionTypeLabels } from '../../lib/format.ts'
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx'
import { type TaskFields as Fields, reviewDaysOf } from './task-form-schema.ts'

const asNumber = { valueAsNumber: true } as const
const NumberInput = (props: ComponentProps<'input'>) => <Input type="number" inputMode="numeric" {...props} />

/** The title, the description and the requirements of a task. */
export function TextFields({ form: { register, formState, watch } }: { form: UseFormReturn<Fields> }) {
  const errorOf = (name: keyof Fields) => formState.errors[name]?.message
  return (
    <>
      <Field
        label="Title"
        hint={`Best within ${text.titleHint} characters: ${watch('title').length} used.`}
        error={errorOf('title')}
        className="sm:col-span-6"
      >
        <Input
          autoComplete="off"
          placeholder="Photograph the opening hours of three cafés"
          {...register('title')}
        />
      </Field>
      <Field label="Description" error={errorOf('description')} className="sm:col-span-6">
        <Textarea rows={3} placeholder="What should be done, and why." {...register('description')} />
      </Field>
      <Field
        label="Requirements"
        hint="What the proof must show. You review against this."
        error={errorOf('requirements')}
        className="sm:col-span-6"
      >
        <Textarea rows={3} {...register('requirements')} />
      </Field>
    </>
  )
}

/** The fields of a new task. */
export function TaskFields({ form }: { form: UseFormReturn<Fields> }) {
  const { register, formState, watch } = form
  const errorOf = (name: keyof Fields) => formState.errors[name]?.message
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <TextFields form={form} />
      <Field label="Category" error={errorOf('category')} className="sm:col-span-3">
        <Select {...register('category')}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field label="Proof" error={errorOf('submissionType')} className="sm:col-span-3">
        <Select labels={submissionTypeLabels} {...register('submissionType')} />
      </Field>
      <Field
        label="Reward, CENTS"
        hint="For each completion. 1 CENTS is 1 TAX."
        error={errorOf('reward')}
        className="sm:col-span-2"
      >
        <NumberInput min={reward.min} max={reward.max} {...register('reward', asNumber)} />
      </Field>
      <Field
        label="Completions"
        hint="How many people can do it."
        error={errorOf('maxCompletions')}
        className="sm:col-span-2"
      >
        <NumberInput min={completions.min} max={completions.max} {...register('maxCompletions', asNumber)} />
      </Field>
      <Field
        label="Minutes"
        hint="Estimated, for one."
        error={errorOf('estimatedTime')}
        className="sm:col-span-2"
      >
        <NumberInput
          min={estimatedTime.min}
          max={estimatedTime.max}
          {...register('estimatedTime', asNumber)}
        />
      </Field>
      <Field
        label="Deadline"
        optional
        hint="Left empty: 30 days from now."
        error={errorOf('deadline')}
        className="sm:col-span-3"
      >
        <Input type="date" {...register('deadline')} />
      </Field>
      <Field
        label="Review within, days"
        hint={`Proofs that you do not review within ${plural(reviewDaysOf(watch('reviewDays')), 'day')} are approved and paid automatically.`}
        error={errorOf('reviewDays')}
        className="sm:col-span-3"
      >
        <NumberInput min={review.minDays} max={review.maxDays} {...register('reviewDays', asNumber)} />
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
