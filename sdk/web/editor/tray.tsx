/** Files beside a text instead of in it: chips above it while one writes, after the words in the document. For messages. */
import { useEffect, useRef, useState } from 'react'
import { AtriumError } from '../../core/errors.ts'
import type { RichTextDoc } from '../../core/schemas.ts'
import { fileIcon, formatBytes, isEmptyDoc, type RichNode, safeFile, UPLOAD_NODES } from '../../richtext/rules.ts'
import { useLocale, useWords } from '../core/i18n.tsx'
import { uploadFile } from '../core/upload.ts'
import { newUuid } from '../core/uuid.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Field, Input } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Progress } from '../ui/marks.tsx'
import { Popover } from '../ui/overlays.tsx'
import { toast } from '../ui/toast.ts'
import { uploadNode } from './uploads.ts'

interface Item {
  key: string
  name: string
  /** What a picture shows before its address is there. */
  preview: string | null
  /** Null while it uploads. */
  node: RichNode | null
  percent: number
  /** Tries at once, where the connection is gone and the upload waits. */
  goOn: (() => void) | null
  stop: AbortController
}
const itemOf = (node: RichNode): Item => ({
  key: newUuid(),
  name: String(node.attrs?.filename ?? ''),
  preview: null,
  node,
  percent: 100,
  goOn: null,
  stop: new AbortController(),
})

/** The words of a document, and the files beside them. */
export function splitDoc(doc: RichTextDoc | null): { words: RichTextDoc | null; files: RichNode[] } {
  const content = (doc?.content ?? []) as RichNode[]
  const files = content.filter(({ type }) => UPLOAD_NODES.has(type))
  if (files.length === 0) return { words: doc, files }
  const words = content.filter(({ type }) => !UPLOAD_NODES.has(type))
  return { words: { type: 'doc', content: words.length ? words : [{ type: 'paragraph' }] } as RichTextDoc, files }
}
/** Both together again. */
export const joinDoc = (words: RichTextDoc, files: RichNode[]): RichTextDoc =>
  files.length ? ({ type: 'doc', content: [...(isEmptyDoc(words as RichNode) ? [] : (words.content ?? [])), ...files] } as RichTextDoc) : words

export interface Tray {
  items: readonly Item[]
  files: () => RichNode[]
  add: (files: readonly File[]) => void
  remove: (key: string) => void
  describe: (key: string, alt: string) => void
  /** Another document's files. */
  reset: (files: RichNode[]) => void
}

/** @param onChange told after each change of the files that are there whole */
export function useTray(given: RichNode[], onChange: () => void, onBusy: (busy: boolean) => void): Tray {
  const t = useWords()
  const [items, setItems] = useState<readonly Item[]>(() => given.map(itemOf))
  const latest = useRef(items)
  const busy = useRef(false)
  const told = useRef({ onChange, onBusy })
  told.current = { onChange, onBusy }
  const put = (next: readonly Item[]) => {
    const changed = next.length !== latest.current.length || next.some(({ node }, index) => node !== latest.current[index]!.node)
    latest.current = next
    setItems(next)
    const now = next.some(({ node }) => node === null)
    if (now !== busy.current) told.current.onBusy((busy.current = now))
    if (changed) told.current.onChange()
  }
  const change = (key: string, changes: Partial<Item>) => put(latest.current.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  const remove = (key: string) => {
    const item = latest.current.find((one) => one.key === key)
    item?.stop.abort()
    if (item?.preview) URL.revokeObjectURL(item.preview)
    put(latest.current.filter((one) => one.key !== key))
  }
  useEffect(
    () => () => {
      for (const { stop, preview } of latest.current) {
        stop.abort()
        if (preview) URL.revokeObjectURL(preview)
      }
    },
    [],
  )
  return {
    items,
    files: () => latest.current.flatMap(({ node }) => node ?? []),
    remove,
    reset(files) {
      latest.current = files.map(itemOf)
      setItems(latest.current)
    },
    describe: (key, alt) =>
      put(latest.current.map((item) => (item.key === key && item.node ? { ...item, node: { ...item.node, attrs: { ...item.node.attrs, alt } } } : item))),
    add(files) {
      for (const file of files) {
        const stop = new AbortController()
        const key = newUuid()
        const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
        put([...latest.current, { key, name: file.name, preview, node: null, percent: 0, goOn: null, stop }])
        uploadFile(file, { signal: stop.signal, onProgress: (percent) => change(key, { percent }), onWaiting: (goOn) => change(key, { goOn }) }).then(
          (stored) => change(key, { node: uploadNode(stored) }),
          (error) => {
            if (stop.signal.aborted) return
            toast.error(error instanceof AtriumError ? error.message : t('error.upload'))
            remove(key)
          },
        )
      }
    },
  }
}

/** @param onDone leads back to the text */
export function TrayChips({ tray, onDone }: { tray: Tray; onDone: () => void }) {
  const t = useWords()
  if (tray.items.length === 0) return null
  return (
    <ul aria-label={t('tray.label')} className="flex flex-wrap gap-3 px-3 pt-3">
      {tray.items.map((item) => (
        <li key={item.key} className="relative" data-attachment={item.node ? 'ready' : 'busy'}>
          {item.node?.type === 'image' || item.preview ? <PictureChip item={item} tray={tray} onDone={onDone} /> : <FileChip item={item} />}
          <span className="absolute -end-2 -top-2 grid rounded-full border bg-surface">
            <IconButton
              size="sm"
              icon="x"
              label={t('remove', { name: item.name })}
              className="size-6! rounded-full!"
              onClick={() => {
                tray.remove(item.key)
                onDone()
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function PictureChip({ item, tray, onDone }: { item: Item; tray: Tray; onDone: () => void }) {
  const t = useWords()
  const alt = String(item.node?.attrs?.alt ?? '')
  const src = item.preview ?? safeFile(item.node?.attrs?.src) ?? undefined
  const picture = <img src={src} alt={alt} className="size-[72px] rounded-lg border object-cover" />
  if (!item.node)
    return (
      <span className="relative block">
        <span className="block opacity-50">{picture}</span>
        <Uploading item={item} className="absolute inset-x-2 bottom-2" />
      </span>
    )
  return (
    <Popover
      align="start"
      label={item.name}
      trigger={
        <button type="button" aria-label={t('tray.picture', { name: item.name })} data-tip={alt || t('tray.describe')} className="block rounded-lg">
          {picture}
        </button>
      }
    >
      {(close) => (
        <div className="grid gap-3">
          <Field label={t('editor.alt')} help={t('tray.describe_text')}>
            <Input
              value={alt}
              maxLength={1000}
              onChange={(event) => tray.describe(item.key, event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                close()
                onDone()
              }}
            />
          </Field>
          <Button
            variant="danger-ghost"
            icon="trash-2"
            className="justify-self-start"
            onClick={() => {
              tray.remove(item.key)
              onDone()
            }}
          >
            {t('editor.remove')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

function FileChip({ item }: { item: Item }) {
  const locale = useLocale()
  const { content_type: type, byte_size: size } = item.node?.attrs ?? {}
  return (
    <div className="flex h-[72px] w-56 items-center gap-3 rounded-lg border bg-surface-2 ps-3 pe-4">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-info-soft text-info">
        <Icon name={fileIcon(String(type ?? ''))} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13 font-medium">{item.name}</span>
        {item.node ? <span className="block text-12 text-text-3">{formatBytes(Number(size ?? 0), locale)}</span> : <Uploading item={item} className="mt-1" />}
      </span>
    </div>
  )
}

function Uploading({ item, className }: { item: Item; className: string }) {
  const t = useWords()
  return (
    <span className={className} role="status">
      {item.goOn ? (
        <button type="button" className="text-12 font-medium text-warning underline" data-tip={t('upload.waiting')} onClick={item.goOn}>
          {t('upload.goOn')}
        </button>
      ) : (
        <Progress value={item.percent} label={item.name} />
      )}
    </span>
  )
}
