/** Fields that are lists: links beside the posts, and blocks of the locked page. Both are put in order by hand. */
import { Button, Card, Field, IconButton, IconPicker, Input, Menu, Select, Sortable, Textarea, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { LockBlock } from '../../../contract.ts'
import { useFormState } from './parts.tsx'

const MOST = 20

/** Rows have no ids of their own: their places name them, and every change makes the list anew. */
function Rows<T>({
  items,
  onChange,
  nameOf,
  label,
  children,
}: {
  items: T[]
  onChange: (items: T[]) => void
  nameOf: (item: T) => string
  label: string
  children: (item: T, index: number) => ReactNode
}) {
  const t = useT()
  const placed = items.map((item, index) => ({ id: index + 1, item }))
  return (
    <Sortable
      items={placed}
      label={label}
      nameOf={({ item, id }) => nameOf(item) || String(id)}
      onMove={(next) => onChange(next.map(({ item }) => item))}
      className="grid gap-2"
      itemClassName="flex items-start gap-2 rounded-card border bg-surface p-2"
    >
      {({ item, id }, { grip }) => (
        <>
          {grip}
          <div className="min-w-0 flex-1">{children(item, id - 1)}</div>
          <IconButton
            icon="trash-2"
            label={t('list.remove', { name: nameOf(item) || String(id) })}
            onClick={() => onChange(items.filter((_, at) => at !== id - 1))}
          />
        </>
      )}
    </Sortable>
  )
}

export function Links() {
  const t = useT()
  const { values, set, errors } = useFormState()
  const { links } = values
  const change = (index: number, part: Partial<(typeof links)[number]>) => set({ links: links.map((link, at) => (at === index ? { ...link, ...part } : link)) })
  return (
    <Card pad className="grid gap-3">
      {links.length > 0 && (
        <Rows items={links} onChange={(next) => set({ links: next })} nameOf={({ name }) => name} label={t('form.links')}>
          {(link, index) => (
            <div className="grid gap-2 desk:grid-cols-[72px_1fr_1.4fr]">
              <Field label={t('form.emoji')} hideLabel>
                <IconPicker value={link.emoji ?? ''} onChange={(emoji) => change(index, { emoji })} />
              </Field>
              <Field label={t('form.name')} hideLabel error={errors[`links.${index}.name`]}>
                <Input value={link.name} maxLength={80} placeholder={t('form.name')} onChange={(event) => change(index, { name: event.target.value })} />
              </Field>
              <Field label={t('form.linkUrl')} hideLabel error={link.url ? errors[`links.${index}.url`] : undefined}>
                <Input value={link.url} maxLength={2000} placeholder="https://" onChange={(event) => change(index, { url: event.target.value })} />
              </Field>
            </div>
          )}
        </Rows>
      )}
      <div>
        <Button icon="plus" disabled={links.length >= MOST} onClick={() => set({ links: [...links, { name: '', url: '', emoji: null }] })}>
          {t('form.linkAdd')}
        </Button>
      </div>
    </Card>
  )
}

const NEW: Record<LockBlock['type'], LockBlock> = {
  text: { type: 'text', hidden: false, data: { heading: '', text: '' } },
  picture: { type: 'picture', hidden: false, data: { url: '', alt: '' } },
  button: { type: 'button', hidden: false, data: { label: '', url: '' } },
}
const nameOf = (block: LockBlock) => (block.type === 'text' ? block.data.heading : block.type === 'picture' ? block.data.alt : block.data.label)

export function Blocks() {
  const t = useT()
  const { values, set, errors } = useFormState()
  const blocks = values.lock_screen_blocks
  const change = (index: number, block: LockBlock) => set({ lock_screen_blocks: blocks.map((old, at) => (at === index ? block : old)) })
  const line = (block: LockBlock, index: number, key: string, label: string, max: number, lines?: number) => {
    const value = (block.data as Record<string, string>)[key] ?? ''
    const props = {
      value,
      maxLength: max,
      placeholder: label,
      onChange: (event: { target: { value: string } }) => change(index, { ...block, data: { ...block.data, [key]: event.target.value } } as LockBlock),
    }
    return (
      <Field label={label} hideLabel error={value ? errors[`lock_screen_blocks.${index}.data.${key}`] : undefined}>
        {lines ? <Textarea {...props} rows={lines} /> : <Input {...props} />}
      </Field>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="text-13 font-medium">{t('form.blocks')}</p>
      {blocks.length > 0 && (
        <Rows items={blocks} onChange={(next) => set({ lock_screen_blocks: next })} nameOf={nameOf} label={t('form.blocks')}>
          {(block, index) => (
            <div className="grid gap-2">
              {block.type === 'text' && (
                <>
                  {line(block, index, 'heading', t('block.heading'), 200)}
                  {line(block, index, 'text', t('block.text'), 2000, 2)}
                </>
              )}
              {block.type === 'picture' && (
                <>
                  {line(block, index, 'url', t('block.picture'), 2000)}
                  {line(block, index, 'alt', t('block.alt'), 200)}
                </>
              )}
              {block.type === 'button' && (
                <>
                  {line(block, index, 'label', t('block.label'), 80)}
                  {line(block, index, 'url', t('form.lockedUrl'), 2000)}
                </>
              )}
              <Select
                size="sm"
                className="w-40"
                aria-label={t('block.shown')}
                value={block.hidden ? 'hidden' : 'shown'}
                onChange={(event) => change(index, { ...block, hidden: event.target.value === 'hidden' })}
                options={[
                  { value: 'shown', label: t('block.isShown') },
                  { value: 'hidden', label: t('block.isHidden') },
                ]}
              />
            </div>
          )}
        </Rows>
      )}
      <div>
        <Menu
          align="start"
          trigger={
            <Button icon="plus" disabled={blocks.length >= MOST}>
              {t('block.add')}
            </Button>
          }
          items={(['text', 'picture', 'button'] as const).map((type) => ({
            label: t(`block.type.${type}`),
            onSelect: () => set({ lock_screen_blocks: [...blocks, NEW[type]] }),
          }))}
        />
      </div>
    </div>
  )
}
