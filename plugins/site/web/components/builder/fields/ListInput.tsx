/** Parts of one kind in an order of their own: each opens to its fields. */
import { Button, IconButton, Sortable, useRead, useT } from '@atrium/sdk/web'
import { Fragment, type ReactNode, useId, useRef, useState } from 'react'
import contract from '../../../../contract.ts'
import { blankOf, type FieldInput, innerOf, numberOf } from './options.ts'
import type { Field } from '../data.ts'
import { textIn } from './textIn.ts'

type Item = Record<string, unknown>

/** @param drawn a field of an item */
export function ListInput({ field, value, onChange, type, path, drawn }: FieldInput & { drawn: (field: FieldInput) => ReactNode }) {
  const t = useT()
  const id = useId()
  const items = (Array.isArray(value) ? value : []) as Item[]
  const [open, setOpen] = useState<number | null>(null)
  const inner = innerOf(field)
  const keys = useKeys(items)
  const isFull = items.length >= (numberOf(field, 'max') ?? Number.POSITIVE_INFINITY)
  const chosen = useChosen(type, path, inner, items)
  const nameOf = (item: Item) => chosen(item) || textIn(inner, item) || t('field.untitled')
  const change = (at: number, name: string, next: unknown) => {
    const changed = { ...items[at], [name]: next }
    keys.move(items[at]!, changed)
    onChange(items.map((item, index) => (index === at ? changed : item)))
  }
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <h3 id={id} className="text-13 font-medium">
          {field.label}
        </h3>
        <Button
          size="sm"
          variant="ghost"
          icon="plus"
          disabled={isFull}
          onClick={() => {
            onChange([...items, blankOf(field)])
            setOpen(items.length)
          }}
        >
          {t('field.add')}
        </Button>
      </div>
      {items.length === 0 && field.help && <p className="text-13 text-text-3">{field.help}</p>}
      {items.length > 0 && (
        <Sortable
          label={field.label}
          items={items}
          itemKey={keys.of}
          nameOf={nameOf}
          onMove={(moved) => {
            setOpen(null)
            onChange(moved)
          }}
          className="grid rounded-control border"
          itemClassName="not-first:border-t"
        >
          {(item, handle) => {
            const at = items.indexOf(item)
            return (
              <div className="bg-surface">
                <div className="flex items-center gap-1 ps-1 pe-1">
                  {handle.grip}
                  <button
                    type="button"
                    aria-expanded={open === at}
                    onClick={() => setOpen(open === at ? null : at)}
                    className="min-w-0 flex-1 truncate py-2.5 text-13 font-medium"
                  >
                    {nameOf(item)}
                  </button>
                  <IconButton
                    icon="trash-2"
                    size="sm"
                    label={t('field.remove', { name: nameOf(item) })}
                    onClick={() => {
                      setOpen(null)
                      onChange(items.filter((one) => one !== item))
                    }}
                  />
                </div>
                {open === at && (
                  <div className="grid gap-4 border-t bg-surface-2 p-3">
                    {inner.map((one) => (
                      <Fragment key={one.name}>
                        {drawn({ field: one, type, path: `${path}.${one.name}`, value: item[one.name], onChange: (next) => change(at, one.name, next) })}
                      </Fragment>
                    ))}
                  </div>
                )}
              </div>
            )
          }}
        </Sortable>
      )}
    </section>
  )
}

/** The name of what an item chose in its field of kind `record`, which says most of it. */
function useChosen(type: string, path: string, inner: readonly Field[], items: readonly Item[]) {
  const record = inner.find(({ kind }) => kind === 'record')
  const idOf = (item: Item) => (record ? item[record.name] : undefined)
  const enabled = items.some((item) => typeof idOf(item) === 'number')
  const { data } = useRead(contract.routes.choices, { query: { type, field: `${path}.${record?.name}` } }, { enabled, staleTime: 60_000 })
  return (item: Item) => data?.records.find(({ id }) => id === idOf(item))?.name
}

/** Items have no ids of their own: each gets a key that it keeps while it is written and moved. */
function useKeys(items: readonly Item[]) {
  const keys = useRef(new WeakMap<Item, number>())
  const next = useRef(0)
  for (const item of items) if (!keys.current.has(item)) keys.current.set(item, next.current++)
  return {
    of: (item: Item) => keys.current.get(item)!,
    move: (from: Item, to: Item) => void keys.current.set(to, keys.current.get(from)!),
  }
}
