/** Logo and icon: chosen, cut, and seen in the frame before they are saved. Colours are at /settings/theme. */
import { useState } from 'react'
import { Button, FilePicker, Icon, toast, uploadFile, useT } from '@atrium/sdk/web'
import type { Branding as Saved } from '../api.ts'
import { usePreview } from './usePreview.ts'

export const PICTURES = ['icon', 'logo', 'dark_logo', 'dark_icon'] as const
type Kind = (typeof PICTURES)[number]
/** Addresses of the pictures, and signed ids of those that were chosen. */
export type BrandingValues = Record<`${Kind}_url`, string | null> & Partial<Record<`${Kind}_signed_id`, string | null>>

/** Icons are square; a logo is as wide as it is. */
const CROP: Partial<Record<Kind, { ratio: number; width: number }>> = { icon: { ratio: 1, width: 512 }, dark_icon: { ratio: 1, width: 512 } }

export const brandingOf = (saved: Saved): BrandingValues => ({
  icon_url: saved.icon_url,
  logo_url: saved.logo_url,
  dark_logo_url: saved.dark_logo_url,
  dark_icon_url: saved.dark_icon_url,
})

export function Branding({ value, set }: { value: BrandingValues; set: (change: Partial<BrandingValues>) => void }) {
  const changed = PICTURES.filter((kind) => value[`${kind}_signed_id`] !== undefined)
  usePreview(changed.length ? Object.fromEntries(changed.map((kind) => [`${kind}_url`, value[`${kind}_url`]])) : null)
  return (
    <div id="branding" className="scroll-mt-16 divide-y divide-border">
      {PICTURES.map((kind) => (
        <PictureRow
          key={kind}
          kind={kind}
          url={value[`${kind}_url`]}
          onChange={(signedId, url) => set({ [`${kind}_signed_id`]: signedId, [`${kind}_url`]: url })}
        />
      ))}
    </div>
  )
}

function PictureRow({ kind, url, onChange }: { kind: Kind; url: string | null; onChange: (signedId: string | null, url: string | null) => void }) {
  const t = useT()
  const [progress, setProgress] = useState<number>()
  async function upload(file: File) {
    setProgress(0)
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      onChange(signed_id, URL.createObjectURL(file))
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div role="group" data-setting aria-label={t(`branding.${kind}`)} className="flex flex-wrap items-center gap-4 px-4 py-4 desk:px-5">
      <span
        data-theme="default"
        data-appearance={kind.startsWith('dark_') ? 'dark' : undefined}
        className="grid h-14 w-28 flex-none place-items-center rounded-lg border bg-surface-2 text-text-3"
      >
        {url ? <img src={url} alt="" className="max-h-10 max-w-24 object-contain" /> : <Icon name="image" />}
      </span>
      <div className="min-w-40 flex-1">
        <h3 className="text-15">{t(`branding.${kind}`)}</h3>
        <p className="text-13 text-text-2">{t(`branding.${kind}.help`)}</p>
      </div>
      <div className="flex items-center gap-2 max-desk:w-full">
        {url && (
          <Button variant="danger-ghost" onClick={() => onChange(null, null)}>
            {t('branding.picture.remove')}
          </Button>
        )}
        <FilePicker
          accept="image/png,image/jpeg,image/webp"
          onFile={(file) => void upload(file)}
          progress={progress}
          crop={CROP[kind]}
          label={t(url ? 'branding.picture.replace' : 'branding.picture.choose')}
        />
      </div>
    </div>
  )
}
