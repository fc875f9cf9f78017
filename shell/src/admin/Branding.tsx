/** Logo and icon. Colours are at /settings/theme. */
import { type ReactNode, useState } from 'react'
import { Button, Card, CardHead, FilePicker, host, Icon, toast, uploadFile, useT, useWrite } from '@atrium/sdk/web'
import { type Community, type CommunityChange, community as communityRoute, updateCommunity } from '../api.ts'

export function Branding({ community }: { community: Community }) {
  const t = useT()
  return (
    <Card id="branding" className="scroll-mt-16">
      <CardHead title={t('branding.title')} text={t('branding.text')} />
      <div className="divide-y divide-border">
        <PictureRow community={community} kind="icon" help={t('branding.icon.help')} />
        <PictureRow community={community} kind="logo" help={t('branding.logo.help')} />
        <PictureRow community={community} kind="dark_logo" help={t('branding.darkLogo.help')} />
        <PictureRow community={community} kind="dark_icon" help={t('branding.darkIcon.help')} />
      </div>
    </Card>
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
