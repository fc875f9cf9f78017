/** A picture of a space: chosen, cut to its ratio, sent, shown, taken away. */
import { Button, Dialog, Field, FilePicker, IconButton, Picture, toast, uploadFile, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

const MOST_ZOOM = 4
/** One press of an arrow key, as a part of what is shown. */
const STEP = 0.04

interface Cut {
  zoom: number
  /** Upper left corner, in pixels of the picture. */
  x: number
  y: number
}

interface CropProps {
  file: File
  ratio: number
  /** Width of what comes out, in pixels at most. */
  width: number
  onCut: (file: File) => void
  onCancel: () => void
}
function Crop({ file, ratio, width, onCut, onCancel }: CropProps) {
  const t = useT()
  const [image, setImage] = useState<HTMLImageElement>()
  const [cut, setCut] = useState<Cut>({ zoom: 1, x: 0, y: 0 })
  const held = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(file)
    const loaded = new Image()
    loaded.onload = () => {
      const w = Math.min(loaded.naturalWidth, loaded.naturalHeight * ratio)
      setCut({ zoom: 1, x: (loaded.naturalWidth - w) / 2, y: (loaded.naturalHeight - w / ratio) / 2 })
      setImage(loaded)
    }
    loaded.onerror = () => {
      toast.error(t('picture.unreadable'))
      onCancel()
    }
    loaded.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])

  const widest = image ? Math.min(image.naturalWidth, image.naturalHeight * ratio) : 1
  const size = (zoom: number) => ({ w: widest / zoom, h: widest / zoom / ratio })
  const { w, h } = size(cut.zoom)
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const place = (x: number, y: number, zoom = cut.zoom) => {
    if (!image) return
    const next = size(zoom)
    setCut({ zoom, x: within(x, image.naturalWidth - next.w), y: within(y, image.naturalHeight - next.h) })
  }
  const enlarge = (zoom: number) => {
    const next = size(zoom)
    place(cut.x + (w - next.w) / 2, cut.y + (h - next.h) / 2, zoom)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!held.current) return
    const scale = w / event.currentTarget.clientWidth
    place(cut.x - (event.clientX - held.current.x) * scale, cut.y - (event.clientY - held.current.y) * scale)
    held.current = { x: event.clientX, y: event.clientY }
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (by) {
      event.preventDefault()
      place(cut.x + by[0]! * w * STEP, cut.y + by[1]! * h * STEP)
    }
    if (event.key === '+' || event.key === '-') enlarge(Math.max(1, Math.min(MOST_ZOOM, cut.zoom + (event.key === '+' ? 0.1 : -0.1))))
  }
  const finish = () => {
    if (!image) return
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(Math.min(width, w))
    canvas.height = Math.round(canvas.width / ratio)
    canvas.getContext('2d')!.drawImage(image, cut.x, cut.y, w, h, 0, 0, canvas.width, canvas.height)
    canvas.toBlob(
      (blob) => (blob ? onCut(new File([blob], `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/')[1]}`, { type: blob.type })) : onCancel()),
      'image/webp',
      0.92,
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t('picture.crop')}
      width={720}
      footer={
        <>
          <Button variant="ghost" onClick={onCancel}>
            {t('picture.cancel')}
          </Button>
          <Button variant="primary" onClick={finish} disabled={!image}>
            {t('picture.use')}
          </Button>
        </>
      }
    >
      <div
        role="application"
        aria-label={t('picture.frame')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
        tabIndex={0}
        style={{ aspectRatio: ratio }}
        className="relative w-full cursor-move touch-none overflow-hidden rounded-card bg-skeleton"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          held.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null
        }}
        onKeyDown={press}
      >
        {image && (
          <img
            src={image.src}
            alt=""
            draggable={false}
            className="absolute max-w-none"
            style={{ width: `${(image.naturalWidth / w) * 100}%`, left: `${(-cut.x / w) * 100}%`, top: `${(-cut.y / h) * 100}%` }}
          />
        )}
      </div>
      <label className="mt-4 flex items-center gap-3 text-13">
        {t('picture.zoom')}
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.01}
          value={cut.zoom}
          onChange={(event) => enlarge(Number(event.target.value))}
          className="h-11 flex-1 accent-(--brand-color)"
        />
      </label>
      <p className="text-12 text-text-3">{t('picture.how')}</p>
    </Dialog>
  )
}

/** Signed id once chosen, null once taken away, undefined when untouched; `shown` is what stands there. */
export interface PictureValue {
  shown: string | null
  signed?: string | null
}
export interface PictureFieldProps {
  label: string
  help: string
  ratio: number
  width: number
  value: PictureValue
  onChange: (value: PictureValue) => void
  error?: string
  className?: string
}
export function PictureField({ label, help, ratio, width, value, onChange, error, className }: PictureFieldProps) {
  const t = useT()
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const send = async (cut: File) => {
    setFile(undefined)
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(cut, { onProgress: setProgress })
      onChange({ shown: URL.createObjectURL(cut), signed: signed_id })
    } catch (thrown) {
      toast.error((thrown as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Field label={label} error={error} className={className}>
      {value.shown ? (
        <div className="relative">
          <Picture src={value.shown} ratio={ratio} alt="" className="w-full rounded-card border" />
          <span className="absolute right-2 top-2 rounded-control bg-surface">
            <IconButton icon="x" label={t('picture.remove', { name: label })} onClick={() => onChange({ shown: null, signed: null })} />
          </span>
        </div>
      ) : (
        <FilePicker accept="image/*" onFile={setFile} progress={progress} text={help} />
      )}
      {file && <Crop file={file} ratio={ratio} width={width} onCut={(cut) => void send(cut)} onCancel={() => setFile(undefined)} />}
    </Field>
  )
}
