/** A picture with its description and what of it stays in view. */
import { Button, Field, FilePicker, Input, Note, toast, uploadFile, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type PointerEvent, useContext, useState } from 'react'
import type { Picture } from '../../../../contract.ts'
import { DrawingsContext } from '../drawings.ts'
import { everyBlock } from '../data.ts'
import { useBuilding } from '../useBuilding.ts'
import { usePage } from '../useBlocks.ts'
import type { FieldInput } from './options.ts'
import { rememberUpload, uploadedUrl } from './uploaded.ts'

const STEP = 5

export function PictureInput({ field, value, onChange, type, path }: FieldInput) {
  const t = useT()
  const { setBusy } = useBuilding()
  const picture = value as Picture | null
  const url = useAddress(picture?.file ?? null)
  const [progress, setProgress] = useState<number>()
  async function send(file: File) {
    const isVideo = type === 'Video' && path === 'file' && file.type.startsWith('video/')
    if (!isVideo && !file.type.startsWith('image/')) return toast.error(t('field.picture_wrong'))
    setProgress(0)
    setBusy(true)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      rememberUpload(signed_id, file)
      onChange({ file: signed_id, alt: picture?.alt ?? '', x: 50, y: 50 })
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(undefined)
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-2">
      {picture && url && <Focus url={url} picture={picture} onChange={(at) => onChange({ ...picture, ...at })} />}
      <FilePicker
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        onFile={(file) => void send(file)}
        progress={progress}
        label={t(picture ? 'field.picture_replace' : 'field.picture_choose')}
      />
      {picture && (
        <>
          <Field label={t('field.alt')} help={t('field.alt_help')}>
            <Input dir="auto" value={picture.alt} maxLength={500} onChange={(event) => onChange({ ...picture, alt: event.target.value })} />
          </Field>
          {!picture.alt.trim() && <Note tone="warning">{t('field.alt_missing')}</Note>}
          <Button size="sm" variant="ghost" icon="trash-2" className="justify-self-start" onClick={() => onChange(null)}>
            {t('field.picture_remove', { name: field.label })}
          </Button>
        </>
      )}
    </div>
  )
}

interface FocusProps {
  url: string
  picture: Picture
  onChange: (at: Pick<Picture, 'x' | 'y'>) => void
}
/** A ring over the picture, dragged to what must stay in view. */
function Focus({ url, picture, onChange }: FocusProps) {
  const t = useT()
  const bound = (number: number) => Math.round(Math.min(100, Math.max(0, number)))
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onChange({ x: bound(((event.clientX - box.left) / box.width) * 100), y: bound(((event.clientY - box.top) / box.height) * 100) })
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    onChange({ x: bound(picture.x + by[0]!), y: bound(picture.y + by[1]!) })
  }
  return (
    <div>
      {/* Positions are of the picture, whichever way its reader's lines run. */}
      <div
        dir="ltr"
        className="relative touch-none overflow-hidden rounded-control border bg-surface-2"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => event.buttons > 0 && point(event)}
      >
        <img src={url} alt="" draggable={false} className="block max-h-56 w-full object-contain" />
        <button
          type="button"
          aria-label={t('field.focus', { x: picture.x, y: picture.y })}
          onKeyDown={step}
          className="absolute size-7 -translate-1/2 cursor-grab rounded-full border-2 border-white bg-black/30 shadow-float"
          style={{ left: `${picture.x}%`, top: `${picture.y}%` }}
        />
      </div>
      <p className="mt-1 text-12 text-text-3">{t('field.focus_help')}</p>
    </div>
  )
}

/** Stored pictures have no address here: it is the one by which they stand in what the server has drawn. */
function useAddress(file: string | null): string | null {
  const drawings = useContext(DrawingsContext)
  const page = usePage()
  if (!file) return null
  const known = uploadedUrl(file)
  if (known) return known
  const id = file.split('-')[0]!
  const found = new RegExp(`/files/${id}-[^"'\\s,)&]+`)
  for (const { props } of everyBlock(page.content)) {
    const address = drawings?.of(props.id)?.html.match(found)?.[0]
    if (address) return address
  }
  return null
}
