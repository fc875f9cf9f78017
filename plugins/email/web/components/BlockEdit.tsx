/** A block while it is written: its words in their place, as they will look. */
import { Button, cx, Editor, FilePicker, toast, uploadFile, useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import type { Leaf, Look } from '../../contract.ts'
import { VariableMenu } from './VariableMenu.tsx'
import { centred, HEADING, LeafView } from './Leaves.tsx'

interface BlockEditProps {
  block: Leaf
  look: Look
  onChange: (next: Leaf) => void
  onBusy: (busy: boolean) => void
}
export function BlockEdit({ block, look, onChange, onBusy }: BlockEditProps) {
  const t = useT()
  const set = (change: object) => onChange({ ...block, ...change } as Leaf)
  switch (block.type) {
    case 'heading':
      return (
        <Words
          value={block.text}
          maxLength={200}
          single
          label={t('block.heading')}
          placeholder={t('block.heading_empty')}
          className={cx(HEADING[block.level], centred(block.align))}
          onChange={(text) => set({ text })}
        />
      )
    case 'text':
      return (
        <div className="grid gap-1">
          <Editor
            value={block.body}
            size="small"
            autoFocus
            label={t('block.text')}
            placeholder={t('block.text_empty')}
            onBusy={onBusy}
            onChange={(body) => set({ body })}
          />
          <div className="flex justify-end">
            <VariableMenu compact />
          </div>
        </div>
      )
    case 'quote':
      return (
        <div className="grid gap-1 ps-3.5" style={{ borderInlineStart: `3px solid ${look.accent}` }}>
          <Words
            value={block.text}
            maxLength={2000}
            label={t('block.quote')}
            placeholder={t('block.quote_empty')}
            className="italic"
            onChange={(text) => set({ text })}
          />
          <input
            dir="auto"
            value={block.by}
            maxLength={120}
            aria-label={t('block.by')}
            placeholder={t('block.by')}
            className="w-full bg-transparent opacity-70 outline-none"
            onChange={(event) => set({ by: event.target.value })}
          />
        </div>
      )
    case 'image':
      return <ImageEdit block={block} look={look} onChange={onChange} onBusy={onBusy} />
    default:
      return <LeafView block={block} look={look} />
  }
}

interface WordsProps {
  value: string
  maxLength: number
  label: string
  placeholder: string
  className: string
  /** Without line breaks. */
  single?: boolean
  onChange: (text: string) => void
}
/** Grows with its words, and looks as they will. */
function Words({ value, maxLength, label, placeholder, className, single, onChange }: WordsProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const put = (written: string) => {
    const { selectionStart: from, selectionEnd: to } = area.current ?? { selectionStart: value.length, selectionEnd: value.length }
    onChange(`${value.slice(0, from)}${written}${value.slice(to)}`.slice(0, maxLength))
    area.current?.focus()
  }
  return (
    <div className="grid gap-1">
      <textarea
        ref={area}
        dir="auto"
        rows={1}
        value={value}
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        // biome-ignore lint/a11y/noAutofocus: whoever opens a block is about to write
        autoFocus
        // at the end, also where the list is drawn anew under the first key
        onFocus={({ currentTarget: it }) => it.selectionStart === 0 && it.setSelectionRange(it.value.length, it.value.length)}
        onChange={(event) => onChange(single ? event.target.value.replaceAll('\n', ' ') : event.target.value)}
        className={cx('block w-full resize-none bg-transparent outline-none [field-sizing:content]', className)}
      />
      <div className="flex justify-end">
        <VariableMenu compact onPick={put} />
      </div>
    </div>
  )
}

type Image = Extract<Leaf, { type: 'image' }>
function ImageEdit({ block, look, onChange, onBusy }: BlockEditProps & { block: Image }) {
  const t = useT()
  const [progress, setProgress] = useState<number>()
  /** The block as it is when the upload has ended: its text may have been changed meanwhile. */
  const now = useRef(block)
  useEffect(() => {
    now.current = block
  }, [block])
  async function send(file: File) {
    onBusy(true)
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      onChange({ ...now.current, image: signed_id, image_url: URL.createObjectURL(file) })
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      onBusy(false)
      setProgress(undefined)
    }
  }
  return (
    <div className="grid gap-2">
      {block.image !== null && (
        <>
          <LeafView block={block} look={look} />
          <div className="flex justify-end">
            <Button size="sm" icon="trash-2" onClick={() => onChange({ ...block, image: null, image_url: null })}>
              {t('block.image_remove')}
            </Button>
          </div>
        </>
      )}
      <FilePicker
        accept="image/png,image/jpeg,image/webp,image/gif"
        onFile={(file) => void send(file)}
        progress={progress}
        label={t(block.image === null ? 'block.image_choose' : 'block.image_replace')}
        text={t('block.image_help')}
      />
    </div>
  )
}
