/** A picture of the settings: seen, chosen, taken away. */
import { useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import { uploadFile } from '../core/upload.ts'
import { Button } from './Button.tsx'
import { FilePicker } from './late.tsx'
import { toast } from './toast.ts'
import { Picture } from './Picture.tsx'

export interface PictureFieldProps {
  label: string
  help?: string
  url: string | null
  ratio: number
  /** The signed id of what was chosen, with an address to show meanwhile; null takes it away. */
  onChange: (picture: { signedId: string; url: string } | null) => void
}

/** Uploads what is chosen; saving it is the form's. */
export function PictureField({ label, help, url, ratio, onChange }: PictureFieldProps) {
  const t = useWords()
  const [progress, setProgress] = useState<number>()
  async function choose(file: File) {
    setProgress(0)
    try {
      const { signed_id, url: address } = await uploadFile(file, { onProgress: setProgress })
      onChange({ signedId: signed_id, url: address ?? URL.createObjectURL(file) })
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-13 font-medium">{label}</legend>
      {url && (
        <div className="max-w-[480px] overflow-hidden rounded-card border border-border">
          <Picture src={url} ratio={ratio} alt="" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FilePicker
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => void choose(file)}
          progress={progress}
          label={t(url ? 'picture.replace' : 'picture.choose')}
          className="flex-1"
        />
        {url && (
          <Button variant="danger-ghost" onClick={() => onChange(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </div>
      {help && <p className="text-13 text-text-3">{help}</p>}
    </fieldset>
  )
}
