import {
  CodeXml,
  FlaskConical,
  Languages,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  NotebookPen,
  Palette,
  Shapes,
  Telescope,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { categories } from '../../../domain/task-enums.ts'

const icons: Record<Lowercase<(typeof categories)[number]>, LucideIcon> = {
  content: NotebookPen,
  development: CodeXml,
  design: Palette,
  marketing: Megaphone,
  research: Telescope,
  'social media': MessagesSquare,
  testing: FlaskConical,
  translation: Languages,
  other: Shapes,
}

/** The icon of a category, ignoring case. An unknown category has the icon of Other. */
export default function CategoryIcon({ category }: { category: string }): ReactNode {
  const Icon = (icons as Partial<Record<string, LucideIcon>>)[category.toLowerCase()] ?? icons.other
  return <Icon aria-hidden="true" strokeWidth={1.75} className="size-4" />
}
