/** The elements of a form in their order: moved by dragging or by keyboard, opened to be set, put in two columns and out again. */
import { Button, Card, cx, EmptyState, Icon, IconButton, Menu, Sortable, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { MAX_ELEMENTS } from '../../contract.ts'
import { copyOf, type DraftElement, type DraftLeaf, newField, newId } from './draft.ts'
import { LeafSettings } from './FieldSettings.tsx'

const ICONS = {
  ...{ short_text: 'text', long_text: 'pilcrow', email: 'mail', number: 'hash', choice: 'circle', choices: 'list-checks', checkbox: 'square-check' },
  ...{ consent: 'shield-check', date: 'calendar', hidden: 'eye-off', text: 'heading', button: 'square', layout: 'columns-3' },
} as const
const iconOf = (one: DraftElement) => ICONS[one.type === 'field' ? one.attributes.kind : one.type]
const FIELDS = ['email', 'short_text', 'long_text', 'number', 'choice', 'choices', 'checkbox', 'consent', 'date', 'hidden'] as const

interface ElementsProps {
  elements: DraftElement[]
  errors: Record<string, string | undefined>
  onChange: (elements: DraftElement[]) => void
}
const countOf = (all: readonly DraftElement[]) => all.reduce((sum, one) => sum + 1 + (one.type === 'layout' ? one.children.length : 0), 0)

export function Elements({ elements, errors, onChange }: ElementsProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const isFull = countOf(elements) >= MAX_ELEMENTS
  const replace = (id: number, next: readonly DraftElement[]) => onChange(elements.flatMap((one) => (one.id === id ? next : [one])))
  const add = (made: DraftElement) => {
    // before the button that ends the form
    const end = elements.at(-1)?.type === 'button' && made.type !== 'button' ? elements.length - 1 : elements.length
    onChange(elements.toSpliced(end, 0, made))
    setOpen(made.id)
  }
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3 p-4 desk:px-5">
        <div className="min-w-0 flex-1">
          <h2 className="text-17">{t('elements.title')}</h2>
          <p className="text-13 text-text-2">{t('elements.text')}</p>
        </div>
        <AddMenu disabled={isFull} onAdd={add} isTop />
      </div>
      {errors['elements'] && <p className="px-4 pb-3 text-13 text-danger desk:px-5">{errors['elements']}</p>}
      {elements.length === 0 && <EmptyState icon="clipboard-list" title={t('elements.none')} text={t('elements.none_text')} />}
      <Sortable items={elements} itemKey={({ id }) => id} nameOf={(one) => nameOf(one, t)} label={t('elements.title')} onMove={onChange}>
        {(one, { grip }) => {
          const path = `elements.${elements.findIndex(({ id }) => id === one.id)}`
          return (
            <Row
              one={one}
              grip={grip}
              path={path}
              errors={errors}
              isOpen={open === one.id}
              onOpen={(isOpen) => setOpen(isOpen ? one.id : null)}
              onChange={(next) => replace(one.id, [next])}
              onCopy={isFull ? undefined : () => replace(one.id, [one, copyOf(one)])}
              onRemove={() => replace(one.id, [])}
            >
              {one.type === 'layout' && (
                <Children
                  children={one.children}
                  path={`${path}.children`}
                  errors={errors}
                  isFull={isFull}
                  onChange={(children) => replace(one.id, [{ ...one, children }])}
                  onOut={(leaf) => replace(one.id, [{ ...one, children: one.children.filter(({ id }) => id !== leaf.id) }, leaf])}
                />
              )}
            </Row>
          )
        }}
      </Sortable>
    </Card>
  )
}

const nameOf = (one: DraftElement, t: ReturnType<typeof useT>) =>
  (one.type === 'layout' ? '' : one.type === 'text' ? one.attributes.text : one.attributes.label) || t(`type.${one.type}`)

function aboutOf(one: DraftElement, t: ReturnType<typeof useT>): string {
  if (one.type === 'layout') return t('elements.count', { count: one.children.length })
  if (one.type === 'text') return t(`size.${one.attributes.size}`)
  if (one.type === 'button') return t('type.button')
  return `${t(`kind.${one.attributes.kind}`)}${one.attributes.required ? `, ${t('element.is_required')}` : ''}`
}

interface RowProps {
  one: DraftElement
  grip: React.ReactNode
  path: string
  errors: Record<string, string | undefined>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (next: DraftLeaf) => void
  onCopy?: (() => void) | undefined
  onOut?: () => void
  onRemove: () => void
  children?: React.ReactNode
}
function Row({ one, grip, path, errors, isOpen: opened, onOpen, onChange, onCopy, onOut, onRemove, children }: RowProps) {
  const t = useT()
  const at = (field: string) =>
    errors[`${path}.attributes.${field}`] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.attributes.${field}.`))?.[1]
  const isWrong = Object.keys(errors).some((key) => key.startsWith(`${path}.attributes.`))
  const isLeaf = one.type !== 'layout'
  const isOpen = isLeaf && (opened || isWrong)
  const name = nameOf(one, t)
  const about = aboutOf(one, t)
  const head = (
    <>
      <Icon name={iconOf(one)} size="sm" className="flex-none text-text-3" />
      <span className="min-w-0 flex-1">
        <span className={cx('block truncate', isWrong && 'text-danger')}>{name}</span>
        <span className="block truncate text-13 text-text-3">{about}</span>
      </span>
    </>
  )
  return (
    <div className="border-t bg-surface">
      <div className="flex items-center gap-2 px-3 py-2 desk:px-4">
        {grip}
        {isLeaf ? (
          <button type="button" className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-start" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            {head}
          </button>
        ) : (
          <span className="flex min-h-11 min-w-0 flex-1 items-center gap-3">{head}</span>
        )}
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('element.menu', { name })} />}
          items={[
            isLeaf && { label: t(isOpen ? 'element.close' : 'edit'), icon: 'pencil', onSelect: () => onOpen(!isOpen) },
            onCopy && { label: t('duplicate'), icon: 'copy', onSelect: onCopy },
            onOut && { label: t('element.out'), icon: 'corner-up-left', onSelect: onOut },
            { label: t('element.remove'), icon: 'trash-2', tone: 'danger', onSelect: onRemove },
          ]}
        />
      </div>
      {isOpen && (
        <div className="grid gap-4 bg-surface-2 px-4 py-4 desk:px-5">
          <LeafSettings leaf={one as DraftLeaf} at={at} onChange={onChange} />
        </div>
      )}
      {children}
    </div>
  )
}

interface ChildrenProps {
  children: DraftLeaf[]
  path: string
  errors: Record<string, string | undefined>
  isFull: boolean
  onChange: (children: DraftLeaf[]) => void
  onOut: (leaf: DraftLeaf) => void
}
function Children({ children, path, errors, isFull, onChange, onOut }: ChildrenProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const replace = (id: number, next: readonly DraftLeaf[]) => onChange(children.flatMap((one) => (one.id === id ? next : [one])))
  return (
    <div className="mb-3 ms-8 me-4 overflow-hidden rounded-card border desk:ms-12">
      <Sortable items={children} itemKey={({ id }) => id} nameOf={(one) => nameOf(one, t)} label={t('type.layout')} onMove={onChange}>
        {(one, { grip }) => (
          <Row
            one={one}
            grip={grip}
            path={`${path}.${children.findIndex(({ id }) => id === one.id)}`}
            errors={errors}
            isOpen={open === one.id}
            onOpen={(isOpen) => setOpen(isOpen ? one.id : null)}
            onChange={(next) => replace(one.id, [next])}
            onCopy={isFull ? undefined : () => replace(one.id, [one, copyOf(one) as DraftLeaf])}
            onOut={() => onOut(one)}
            onRemove={() => replace(one.id, [])}
          />
        )}
      </Sortable>
      <div className="border-t p-2">
        <AddMenu
          disabled={isFull}
          onAdd={(made) => {
            onChange([...children, made as DraftLeaf])
            setOpen(made.id)
          }}
        />
      </div>
    </div>
  )
}

/** @param isTop offers columns too, which hold no columns themselves */
function AddMenu({ disabled, onAdd, isTop = false }: { disabled: boolean; onAdd: (made: DraftElement) => void; isTop?: boolean }) {
  const t = useT()
  return (
    <Menu
      align={isTop ? 'end' : 'start'}
      trigger={
        <Button icon="plus" size="sm" variant={isTop ? 'primary' : 'ghost'} disabled={disabled}>
          {t(isTop ? 'elements.add' : 'elements.add_to_columns')}
        </Button>
      }
      items={[
        { heading: t('elements.fields') },
        ...FIELDS.map((kind) => ({
          label: t(`kind.${kind}`),
          icon: ICONS[kind],
          onSelect: () =>
            onAdd(
              newField(
                kind,
                kind === 'consent' ? t('new.consent') : t(`kind.${kind}`),
                kind === 'choice' || kind === 'choices' ? { options: [t('new.option', { number: 1 }), t('new.option', { number: 2 })] } : {},
              ),
            ),
        })),
        { heading: t('elements.others') },
        {
          label: t('type.text'),
          icon: ICONS.text,
          onSelect: () => onAdd({ id: newId(), type: 'text', attributes: { text: t('new.text'), size: 'paragraph' } }),
        },
        { label: t('type.button'), icon: ICONS.button, onSelect: () => onAdd({ id: newId(), type: 'button', attributes: { label: t('new.button') } }) },
        isTop && { label: t('type.layout'), icon: ICONS.layout, onSelect: () => onAdd({ id: newId(), type: 'layout', attributes: {}, children: [] }) },
      ]}
    />
  )
}
