/** A picture of the settings: chosen, cut to its ratio where it has one, seen before it is saved, taken away. */
import { useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { uploadFile } from '../core/upload.ts'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { FilePicker } from './late.tsx'
import { Picture } from './Picture.tsx'
import { toast } from './toast.ts'

export interface PictureFieldProps {
  label: string
  help?: string
  error?: string | undefined
  url: string | null
  /** Width by height; without one it is shown whole and never cut, as a logo. */
  ratio?: number
  /** Color that it is shown on. */
  background?: string
  /** Of what is sent, in pixels at most. */
  width?: number
  /** The signed id of what was chosen, with an address to show meanwhile; null takes it away. */
  onChange: (picture: { signedId: string; url: string } | null) => void
  className?: string
}

/** Uploads what is chosen; saving it is the form's. */
export function PictureField({ label, help, error, url, ratio, background, width, onChange, className }: PictureFieldProps) {
  const t = useWords()
  const [progress, setProgress] = useState<number>()
  async function send(file: File) {
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      onChange({ signedId: signed_id, url: URL.createObjectURL(file) })
    } catch (thrown) {
      toast.error((thrown as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Field label={label} error={error} className={className}>
      <div className="grid max-w-[480px] gap-2">
        {(url || !ratio) && (
          <div className={cx('relative overflow-hidden rounded-card border', !ratio && 'grid h-20 place-items-center')} style={{ background }}>
            {!url && <Icon name="image" className="text-text-3" />}
            {url && (ratio ? <Picture src={url} ratio={ratio} alt="" /> : <img src={url} alt="" className="max-h-14 max-w-[80%] object-contain" />)}
            {url && (
              <span className="absolute end-2 top-2 rounded-control bg-surface">
                <IconButton icon="x" label={t('remove', { name: label })} onClick={() => onChange(null)} />
              </span>
            )}
          </div>
        )}
        <FilePicker
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => void send(file)}
          progress={progress}
          label={t(url ? 'picture.replace' : 'picture.choose')}
          text={help}
          {...(ratio && { crop: { ratio, width } })}
        />
      </div>
    </Field>
  )
}
