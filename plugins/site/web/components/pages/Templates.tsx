/** Pages to begin with, as cards that show them. */
import { cx, Failure, Icon, Skeleton, useRead, useT } from '@atrium/sdk/web'
import contract, { type PageData, type Template } from '../../../contract.ts'
import { Thumbnail } from './Thumbnail.tsx'

const { routes } = contract

export const useTemplates = () => useRead(routes.templates, undefined, { staleTime: 600_000 })

interface TemplatesProps {
  /** Key of the chosen one; empty: an empty page. */
  chosen: string | null
  onChoose: (template: string) => void
  /** Cards at most, without the empty page. */
  most?: number
  className?: string
}
export function Templates({ chosen, onChoose, most, className }: TemplatesProps) {
  const t = useT()
  const templates = useTemplates()
  if (templates.error) return <Failure error={templates.error} onRetry={() => void templates.refetch()} />
  if (!templates.data) return <Skeleton w="100%" h={220} />
  return (
    <ul className={cx('grid gap-3', className)}>
      {most === undefined && (
        <li>
          <Card name={t('templates.empty')} description={t('templates.empty_text')} isChosen={chosen === ''} onChoose={() => onChoose('')}>
            <span className="grid h-full place-items-center text-text-3">
              <Icon name="plus" size="lg" />
            </span>
          </Card>
        </li>
      )}
      {templates.data.records.slice(0, most).map((template) => (
        <li key={template.key}>
          <TemplateCard template={template} isChosen={chosen === template.key} onChoose={() => onChoose(template.key)} />
        </li>
      ))}
    </ul>
  )
}

function TemplateCard({ template, isChosen, onChoose }: { template: Template; isChosen: boolean; onChoose: () => void }) {
  return (
    <Card name={template.name} description={template.description} isChosen={isChosen} onChoose={onChoose}>
      {template.picture ? (
        <img src={template.picture} alt="" loading="lazy" className="size-full object-cover object-top" />
      ) : (
        <Thumbnail of={template.data as PageData} name={template.name} />
      )}
    </Card>
  )
}

interface CardProps {
  name: string
  description: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}
const Card = ({ name, description, isChosen, onChoose, children }: CardProps) => (
  <div className="relative h-full overflow-hidden rounded-card border bg-surface has-[[aria-pressed=true]]:border-brand has-[[aria-pressed=true]]:shadow-[0_0_0_1px_var(--brand-color)]">
    <div aria-hidden="true" className="h-36 overflow-hidden border-b bg-surface-2">
      {children}
    </div>
    {/* One button over the whole card: a frame within it would swallow the press. */}
    <button type="button" aria-pressed={isChosen} onClick={onChoose} className="block w-full p-3 after:absolute after:inset-0">
      <span className="block font-semibold">{name}</span>
      <span className="line-clamp-2 text-13 font-normal text-text-2">{description}</span>
    </button>
  </div>
)
