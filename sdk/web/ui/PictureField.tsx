/** A picture of the settings: chosen, cut to its ratio, seen before it is saved, taken away. */
import { useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { uploadFile } from '../core/upload.ts'
import { IconButton } from './Button.tsx'
import { Field } from './Field.tsx'
import { FilePicker } from './late.tsx'
import { Picture } from './Picture.tsx'
import { toast } from './toast.ts'

export interface PictureFieldProps {
  label: string
  help?: string
  error?: string
  url: string | null
  /** Width by height. */
  ratio: number
  /** Of what is sent, in pixels at most. */
  width?: number
  /** The signed id of what was chosen, with an address to show meanwhile; null takes it away. */
  onChange: (picture: { signedId: string; url: string } | null) => void
  className?: string
}

/** Uploads what is chosen; saving it is the form's. */
export function PictureField({ label, help, error, url, ratio, width, onChange, className }: PictureFieldProps) {
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
        {url && (
          <div className="relative overflow-hidden rounded-card border">
            <Picture src={url} ratio={ratio} alt="" />
            <span className="absolute end-2 top-2 rounded-control bg-surface">
              <IconButton icon="x" label={t('remove', { name: label })} onClick={() => onChange(null)} />
            </span>
          </div>
        )}
        <FilePicker
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => void send(file)}
          progress={progress}
          label={t(url ? 'picture.replace' : 'picture.choose')}
          text={help}
          crop={{ ratio, width }}
        />
      </div>
    </Field>
  )
}
