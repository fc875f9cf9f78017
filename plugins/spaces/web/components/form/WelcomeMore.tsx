/** What the welcome banner says and shows, and who sees it again. */
import { Button, Card, Field, Input, RATIOS, Textarea, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Space } from '../../../contract.ts'
import { useFormState, PictureLine } from './parts.tsx'

export function WelcomeMore({ space }: { space: Space }) {
  const t = useT()
  const confirm = useConfirm()
  const { values, set, errors } = useFormState()
  const reset = useWrite(contract.routes.resetBannerPreference, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('banner.resetDone')),
    onError: (error) => toast.error(error.message),
  })
  const { banner } = values
  const again = async () => {
    if (await confirm({ title: t('banner.resetTitle'), text: t('banner.resetText'), action: t('banner.reset') })) reset.mutate({ params: { id: space.id } })
  }
  return (
    <Card pad className="grid gap-4">
      <Field label={t('form.bannerTitle')} error={errors['welcome_banner.title']}>
        <Input value={banner.title} maxLength={120} onChange={(event) => set({ banner: { ...banner, title: event.target.value } })} />
      </Field>
      <Field label={t('form.bannerText')} error={errors['welcome_banner.text']}>
        <Textarea value={banner.text} maxLength={1000} onChange={(event) => set({ banner: { ...banner, text: event.target.value } })} />
      </Field>
      <PictureLine name="welcome_banner_cover" label={t('form.bannerCover')} help={t('form.coverHelp')} ratio={RATIOS.spaceCover} width={1920} />
      <div>
        <Button icon="rotate-ccw" loading={reset.isPending} onClick={() => void again()}>
          {t('banner.reset')}
        </Button>
      </div>
    </Card>
  )
}
