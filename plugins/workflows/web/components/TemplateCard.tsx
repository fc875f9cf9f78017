/** A template as a card: its steps as icons, and the sentence of what happens. */
import { Badge, Card, Link, useT } from '@atrium/sdk/web'
import type { Template } from '../../contract.ts'
import { toneOf } from './flow/words.ts'
import { inOrder } from './flow/tree.ts'
import { NodeIcon } from './flow/Node.tsx'
import { NEW } from './paths.ts'

/** Icons that have room beside each other. */
const SHOWN = 4
export function TemplateCard({ template }: { template: Template }) {
  const t = useT()
  const steps = inOrder(template.actions)
  return (
    <Card as="li" link className="relative grid grid-rows-[auto_1fr] overflow-hidden">
      <div
        aria-hidden="true"
        className="flex h-[92px] items-center justify-center border-b bg-surface-2 bg-[radial-gradient(circle,var(--border)_1px,transparent_1px)] bg-size-[16px_16px]"
      >
        <NodeIcon icon={template.icon} tone="trigger" />
        {steps.slice(0, SHOWN).map((step) => (
          <span key={step.id} className="flex items-center">
            <i className="h-[1.5px] w-3 bg-strong" />
            <span className="rounded-lg bg-surface">
              <NodeIcon icon={step.icon} tone={toneOf(step.action_type)} />
            </span>
          </span>
        ))}
      </div>
      <div className="grid content-start gap-1.5 p-4">
        <h2 className="flex flex-wrap items-center justify-between gap-2 text-15">
          <Link to={`${NEW}/preview/${template.id}`} className="after:absolute after:inset-0">
            {template.title}
          </Link>
          {template.is_used && <Badge tone="success">{t('template.used')}</Badge>}
        </h2>
        <p className="text-13 text-text-2">{template.sentence}</p>
        <p className="mt-1 flex flex-wrap items-center justify-between gap-2 text-12 text-text-3">
          <span>{t(`template.group.${template.group}`)}</span>
          {template.missing.length > 0 && <span className="text-warning">{t('template.needs', { names: template.missing.join(', ') })}</span>}
        </p>
      </div>
    </Card>
  )
}
