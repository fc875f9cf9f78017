/** What is set of a block beside its words, right below it. */
import { Button, Field, Input, Segment, Select, useT } from '@atrium/sdk/web'
import { ALIGNMENTS, type Block, type Leaf, PICTURE_WIDTHS } from '../../contract.ts'
import { columnsOf, isHref, newBlock } from './blocks.ts'
import { CheckedField } from './CheckedField.tsx'

export function BlockSettings({ block, onChange }: { block: Block; onChange: (next: Block) => void }) {
  const t = useT()
  const set = (change: object) => onChange({ ...block, ...change } as Block)
  const link = (text: string) => (isHref(text) ? null : t('block.href_wrong'))
  switch (block.type) {
    case 'heading':
      return (
        <div className="flex flex-wrap gap-3">
          <Segment
            label={t('block.level')}
            value={String(block.level)}
            onChange={(level) => set({ level: Number(level) })}
            items={[
              { value: '1', label: t('block.level_1') },
              { value: '2', label: t('block.level_2') },
            ]}
          />
          <Align value={block.align} onChange={(align) => set({ align })} />
        </div>
      )
    case 'image':
      return (
        <div className="grid gap-3">
          <Field label={t('block.alt')} help={t('block.alt_help')}>
            <Input value={block.alt} maxLength={300} onChange={(event) => set({ alt: event.target.value })} />
          </Field>
          <div className="grid gap-3 desk:grid-cols-[minmax(0,1fr)_auto]">
            <CheckedField
              label={t('block.image_href')}
              value={block.href ?? ''}
              check={(text) => (text === '' ? null : link(text))}
              inputMode="url"
              maxLength={2000}
              placeholder="https://"
              onChange={(href) => set({ href: href || null })}
            />
            <Field label={t('block.width')}>
              <Select
                value={String(block.width)}
                onChange={(event) => set({ width: Number(event.target.value) })}
                options={PICTURE_WIDTHS.map((width) => ({ value: String(width), label: `${width}%` }))}
              />
            </Field>
          </div>
        </div>
      )
    case 'button':
      return (
        <div className="grid gap-3">
          <CheckedField
            label={t('block.label')}
            value={block.label}
            check={(text) => (text === '' ? t('block.label_missing') : null)}
            maxLength={60}
            onChange={(label) => set({ label })}
          />
          <CheckedField label={t('block.href')} value={block.href} check={link} inputMode="url" maxLength={2000} onChange={(href) => set({ href })} />
          <Align value={block.align} onChange={(align) => set({ align })} />
        </div>
      )
    case 'spacer':
      return (
        <Field label={t('block.height', { pixels: block.height })}>
          <input
            type="range"
            min={8}
            max={96}
            step={4}
            value={block.height}
            aria-label={t('block.height', { pixels: block.height })}
            onChange={(event) => set({ height: Number(event.target.value) })}
            className="w-full accent-brand"
          />
        </Field>
      )
    case 'columns':
      return <Columns block={block} onChange={onChange} />
    default:
      return null
  }
}

function Align({ value, onChange }: { value: (typeof ALIGNMENTS)[number]; onChange: (next: (typeof ALIGNMENTS)[number]) => void }) {
  const t = useT()
  return (
    <Segment
      label={t('block.align')}
      value={value}
      onChange={onChange}
      items={ALIGNMENTS.map((align) => ({ value: align, label: t(`block.align_${align}`), icon: align === 'start' ? 'align-left' : 'align-center' }))}
    />
  )
}

/** A third column goes only while it is empty or holds nothing but what it came with, so that nothing is lost by one press. */
function Columns({ block, onChange }: { block: Extract<Block, { type: 'columns' }>; onChange: (next: Block) => void }) {
  const t = useT()
  const columns = columnsOf(block)
  const put = (next: Leaf[][]) => onChange({ ...block, columns: next as never })
  return (
    <div className="flex flex-wrap items-center gap-2">
      {columns.length === 2 ? (
        <Button size="sm" icon="plus" onClick={() => put([...columns, [newBlock('text', t) as Leaf]])}>
          {t('block.column_add')}
        </Button>
      ) : (
        columns.map((some, index) => (
          <Button
            key={index}
            size="sm"
            icon="minus"
            onClick={() => {
              const rest = columns.filter((_, at) => at !== index)
              // what it held moves into the column before it
              const into = Math.max(0, index - 1)
              put(rest.map((one, at) => (at === into ? (index === 0 ? [...some, ...one] : [...one, ...some]) : one)))
            }}
          >
            {t('block.column_remove', { number: index + 1 })}
          </Button>
        ))
      )}
    </div>
  )
}
