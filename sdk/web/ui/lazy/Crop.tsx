/** Cuts a picture to its ratio before it is sent: moved by mouse, finger or arrow keys, enlarged by wheel, pinch or the slider. */
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import { toast } from '../toast.ts'
import type { CropTo } from '../lateProps.ts'
import LazyDialog from './dialog.tsx'

const MOST_ZOOM = 4
const WIDEST = 2400
const QUALITY = 0.92

interface CropProps extends CropTo {
  file: File
  onCut: (file: File) => void
  onCancel: () => void
}
export default function Crop({ file, ratio, width = WIDEST, round, onCut, onCancel }: CropProps) {
  const t = useWords()
  const [address, setAddress] = useState<string>()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const fail = () => {
    toast.error(t('picture.unreadable'))
    onCancel()
  }
  async function finish() {
    const image = new Image()
    image.src = address!
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(Math.min(width, area!.width))
    canvas.height = Math.round(canvas.width / ratio)
    canvas.getContext('2d')!.drawImage(image, area!.x, area!.y, area!.width, area!.height, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', QUALITY))
    if (blob) onCut(new File([blob], `${file.name.replace(/\.\w+$/, '')}.${blob.type.split('/')[1]}`, { type: blob.type }))
    else fail()
  }
  return (
    <LazyDialog
      side="centre"
      open
      onOpenChange={(open) => !open && onCancel()}
      title={t('picture.crop')}
      width={720}
      footer={
        <>
          <Button variant="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button variant="primary" onClick={() => void finish().catch(fail)} disabled={!area}>
            {t('picture.use')}
          </Button>
        </>
      }
    >
      <div className="relative h-[min(46dvh,380px)] overflow-hidden rounded-card bg-skeleton">
        {address && (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={MOST_ZOOM}
            aspect={ratio}
            cropShape={round ? 'round' : 'rect'}
            showGrid={false}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '', onError: fail }}
            cropperProps={{ 'aria-label': t('picture.frame'), role: 'application' }}
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
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 flex-1 accent-(--brand-color)"
        />
      </label>
      <p className="text-12 text-text-3">{t('picture.how')}</p>
    </LazyDialog>
  )
}
