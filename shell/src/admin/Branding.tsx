/** Brand colour with its contrast checked while it is chosen, light or dark by default, logo and icon. */
import { type ReactNode, useState } from 'react'
import { type Appearance, Button, Card, ColorField, Field, FilePicker, host, Icon, Note, Segment, toast, uploadFile, useT, useWrite } from '@atrium/sdk/web'
import { type Community, type CommunityChange, community as communityRoute, type Theme, updateCommunity } from '../api.ts'
import { CardHead } from '../frame/CardHead.tsx'
import { brandTokens, contrast, fromHex, isHex, TEXT_CONTRAST, toHex } from '../frame/colour.ts'
import { themeVariables } from '../frame/theme.ts'

interface BrandingProps {
  community: Community
  theme: Theme
  onTheme: (theme: Theme) => void
}

export function Branding({ community, theme, onTheme }: BrandingProps) {
  const t = useT()
  const chosen = theme.brand_color.light
  const choose = (hex: string) => {
    // White, or near black on light colours.
    const ink = toHex(brandTokens(hex, 'light')['brand-text-color'])
    onTheme({ ...theme, is_custom: true, brand_color: { light: hex, dark: hex }, brand_text_color: { light: ink, dark: ink } })
  }
  return (
    <Card id="branding" className="scroll-mt-16">
      <CardHead title={t('branding.title')} text={t('branding.text')} />
      <div className="grid gap-6 p-4 desk:grid-cols-2 desk:p-5">
        <div className="grid content-start gap-4">
          <Field label={t('branding.colour')} help={t('branding.colour.help')}>
            <ColorField value={chosen} onChange={choose} />
          </Field>
          <ContrastNote hex={chosen} text={theme.brand_text_color.light} />
          <div>
            <p className="mb-1.5 text-13 font-medium">{t('branding.appearance')}</p>
            <Segment
              label={t('branding.appearance')}
              value={theme.default_appearance}
              onChange={(appearance: Appearance) => onTheme({ ...theme, default_appearance: appearance })}
              items={[
                { value: 'light', label: t('appearance.light'), icon: 'sun' },
                { value: 'dark', label: t('appearance.dark'), icon: 'moon' },
              ]}
            />
          </div>
        </div>
        <div className="grid content-start gap-3">
          <Preview appearance="light" theme={theme} />
          <Preview appearance="dark" theme={theme} />
        </div>
      </div>
      <div className="divide-y divide-border border-t">
        <PictureRow community={community} kind="icon" help={t('branding.icon.help')} />
        <PictureRow community={community} kind="logo" help={t('branding.logo.help')} />
        <PictureRow community={community} kind="dark_logo" help={t('branding.darkLogo.help')} />
        <PictureRow community={community} kind="dark_icon" help={t('branding.darkIcon.help')} />
      </div>
    </Card>
  )
}

/** Says what the colour becomes when text on it would not be readable. */
function ContrastNote({ hex, text }: { hex: string; text: string }) {
  const t = useT()
  if (!isHex(hex)) return null
  const tokens = brandTokens(hex, 'light', text)
  const before = contrast(fromHex(hex), tokens['brand-text-color'])
  const ratio = (value: number) => (Math.floor(value * 10) / 10).toFixed(1)
  if (before >= TEXT_CONTRAST)
    return (
      <Note tone="success">
        <span role="status">{t('branding.contrast.good', { ratio: ratio(before) })}</span>
      </Note>
    )
  const used = toHex(tokens['brand-color'])
  return (
    <Note tone="warning">
      <span role="status">
        {t('branding.contrast.moved', { ratio: ratio(before), least: ratio(TEXT_CONTRAST), used })}{' '}
        <span className="ml-1 inline-block size-3 rounded-mark align-[-1px]" style={{ background: used }} />
      </span>
    </Note>
  )
}

function Preview({ appearance, theme }: { appearance: Appearance; theme: Theme }) {
  const t = useT()
  return (
    <div
      data-theme={theme.current_theme}
      data-appearance={appearance}
      style={themeVariables({ ...theme, is_custom: true }, appearance)}
      className="flex flex-wrap items-center gap-3 rounded-card border bg-surface p-4 text-text"
      role="img"
      aria-label={t('branding.preview', { appearance: t(`appearance.${appearance}`) })}
    >
      <span className="inline-flex h-8 items-center rounded-control bg-brand px-3 text-13 font-medium text-on-brand">{t('branding.preview.button')}</span>
      <span className="inline-flex h-5 items-center rounded-mark bg-brand-soft px-2 text-12 font-medium text-on-brand-soft">{t('branding.preview.mark')}</span>
      <span className="text-13 text-link underline underline-offset-2">{t('branding.preview.link')}</span>
    </div>
  )
}

type PictureKind = 'logo' | 'icon' | 'dark_logo' | 'dark_icon'

function PictureRow({ community, kind, help }: { community: Community; kind: PictureKind; help: string }) {
  const t = useT()
  const [progress, setProgress] = useState<number | null>(null)
  const save = useWrite(updateCommunity, { invalidates: [communityRoute] })
  const address = community.branding[`${kind}_url`]
  const title = t(`branding.${kind}`)

  async function keep(signedId: string | null) {
    await save.mutateAsync({ body: { [`${kind}_signed_id`]: signedId } as CommunityChange })
    void host.refreshBoot()
  }
  async function upload(file: File) {
    setProgress(0)
    try {
      await keep((await uploadFile(file, { onProgress: setProgress })).signed_id)
      toast.success(t('branding.picture.changed', { picture: title }))
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(null)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4 px-4 py-4 desk:px-5">
      <Tile dark={kind.startsWith('dark_')}>{address ? <img src={address} alt="" className="max-h-10 max-w-24 object-contain" /> : <Icon name="image" />}</Tile>
      <div className="min-w-40 flex-1">
        <h3 className="text-15">{title}</h3>
        <p className="text-13 text-text-2">{help}</p>
      </div>
      <div className="flex items-center gap-2">
        {address && (
          <Button variant="danger-ghost" loading={save.isPending && progress === null} onClick={() => keep(null).catch((error) => toast.error(error.message))}>
            {t('branding.picture.remove')}
          </Button>
        )}
        <FilePicker
          accept="image/png,image/jpeg,image/webp"
          onFile={upload}
          progress={progress ?? undefined}
          label={t(address ? 'branding.picture.replace' : 'branding.picture.choose')}
        />
      </div>
    </div>
  )
}

const Tile = ({ dark, children }: { dark: boolean; children: ReactNode }) => (
  <span
    data-theme="default"
    data-appearance={dark ? 'dark' : undefined}
    className="grid h-14 w-28 flex-none place-items-center rounded-lg border bg-surface-2 text-text-3"
  >
    {children}
  </span>
)
