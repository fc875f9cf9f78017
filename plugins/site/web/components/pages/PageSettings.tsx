/** What a page is called, where it is found, who may see it, and what search engines and other sites show of it. */
import {
  Checkbox,
  Dialog,
  Failure,
  Field,
  FormDialog,
  Input,
  Note,
  PictureField,
  RadioGroup,
  Select,
  SettingRow,
  SkeletonText,
  Switch,
  Textarea,
  toast,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageLayout, PARTS, type SitePage, VISIBILITIES } from '../../../contract.ts'
import { PartField } from '../navigation/PartField.tsx'
import { useHomeWarning } from './home.ts'
import { languageOptions } from './languages.ts'

const { routes } = contract
/** Of pictures that other sites show beside a link. */
const SOCIAL_RATIO = 1200 / 630

const AS_THE_SITE: PageLayout = { announcement: null, header: null, footer: null }

interface PageSettingsProps {
  pageId: number
  onSaved?: (page: SitePage) => void
  onClose: () => void
}
export function PageSettings({ pageId, onSaved, onClose }: PageSettingsProps) {
  const t = useT()
  const read = useRead(routes.page, { params: { id: pageId } }, { staleTime: 0 })
  const [begun, setBegun] = useState<SitePage | null>(null)
  // The form begins with what is there now, not with what was read for another screen.
  if (!begun && read.data && !read.isFetching) setBegun(read.data)
  if (begun) return <SettingsOf page={begun} onClose={onClose} {...(onSaved ? { onSaved } : {})} />
  return (
    <Dialog open onOpenChange={onClose} title={t('pages.settings')}>
      {read.error ? <Failure error={read.error} onRetry={() => void read.refetch()} /> : <SkeletonText lines={8} />}
    </Dialog>
  )
}

function SettingsOf({ page, onSaved, onClose }: Omit<PageSettingsProps, 'pageId'> & { page: SitePage }) {
  const t = useT()
  const [values, setValues] = useState({
    name: page.name,
    slug: page.slug,
    visibility: page.visibility,
    password: '',
    meta_title: page.meta_title ?? '',
    meta_description: page.meta_description ?? '',
    open_graph_image: page.open_graph_image,
    is_hidden_from_search: page.is_hidden_from_search,
    is_bare: page.is_bare,
    layout: page.layout ?? AS_THE_SITE,
    language: page.language ?? '',
  })
  const [picture, setPicture] = useState(page.open_graph_image_url)
  const [redirectsOld, setRedirectsOld] = useState(true)
  const warningOf = useHomeWarning()
  const warning = page.is_home ? warningOf({ status: page.status, visibility: values.visibility }) : null
  // nobody knows the address of what was never shown, and at one of a screen nothing can lead on
  const canRedirect = page.status === 'published' && !page.is_covered && values.slug !== page.slug
  const update = useWrite(routes.updatePage, {
    invalidates: [contract],
    onSuccess: (reply) => {
      toast.success(t('pages.settings_saved'))
      onSaved?.(reply)
      onClose()
    },
  })
  const errors = useFieldErrors(update.error)
  const taken = update.error?.code === 'slug_taken' ? update.error.message : undefined
  const errorOf = (name: string) => errors[`page.${name}`] ?? errors[name]
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const send = () => {
    const { password, ...rest } = values
    return update.mutateAsync({
      params: { id: page.id },
      body: {
        page: {
          ...rest,
          meta_title: rest.meta_title.trim() || null,
          meta_description: rest.meta_description.trim() || null,
          language: rest.language || null,
          ...(rest.visibility === 'password' && password ? { password } : {}),
          version: page.version,
        },
        redirect_old: canRedirect && redirectsOld,
      },
    })
  }
  return (
    <FormDialog
      title={t('pages.settings_of', { name: page.name })}
      width={620}
      action={t('pages.save')}
      pending={update.isPending}
      error={taken ? null : update.error}
      onClose={onClose}
      onSubmit={send}
    >
      <div className="grid gap-5">
        <Field label={t('pages.name')} error={errorOf('name')}>
          <Input value={values.name} maxLength={120} required onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label={t('pages.slug')} help={page.is_home ? t('pages.slug_home') : t('pages.slug_help')} error={errorOf('slug') ?? taken}>
          <Input
            value={values.slug}
            maxLength={100}
            required
            dir="ltr"
            autoCapitalize="none"
            onChange={(event) => set({ slug: event.target.value.toLowerCase() })}
          />
        </Field>
        {canRedirect && <Checkbox label={t('pages.redirect_old', { slug: page.slug })} checked={redirectsOld} onChange={setRedirectsOld} />}
        <Field label={t('pages.visibility')}>
          <RadioGroup
            cards
            label={t('pages.visibility')}
            value={values.visibility}
            onChange={(visibility) => set({ visibility })}
            options={VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`), text: t(`visibility.${value}.text`) }))}
          />
        </Field>
        {warning && <Note tone="warning">{warning}</Note>}
        {values.visibility === 'password' && (
          <Field label={t('pages.password')} help={page.has_password ? t('pages.password_kept') : undefined} error={errorOf('password')}>
            <Input
              type="text"
              value={values.password}
              maxLength={200}
              required={!page.has_password}
              autoComplete="off"
              onChange={(event) => set({ password: event.target.value })}
            />
          </Field>
        )}
        <Field label={t('pages.language')} error={errorOf('language')}>
          <Select
            value={values.language}
            options={[{ value: '', label: t('pages.language_own') }, ...languageOptions()]}
            onChange={(event) => set({ language: event.target.value })}
          />
        </Field>
        <Field label={t('pages.meta_title')} help={t('pages.meta_title_help')} error={errorOf('meta_title')}>
          <Input value={values.meta_title} maxLength={120} placeholder={values.name} onChange={(event) => set({ meta_title: event.target.value })} />
        </Field>
        <Field label={t('pages.meta_description')} help={t('pages.meta_description_help')} error={errorOf('meta_description')}>
          <Textarea value={values.meta_description} rows={2} maxLength={320} onChange={(event) => set({ meta_description: event.target.value })} />
        </Field>
        <PictureField
          label={t('pages.social')}
          help={t('pages.social_help')}
          url={picture}
          ratio={SOCIAL_RATIO}
          width={1200}
          error={errorOf('open_graph_image')}
          onChange={(chosen) => {
            setPicture(chosen?.url ?? null)
            set({ open_graph_image: chosen?.signedId ?? null })
          }}
        />
        <div className="rounded-card border">
          <SettingRow
            title={t('pages.hidden')}
            text={t('pages.hidden_text')}
            control={(aria) => <Switch {...aria} checked={values.is_hidden_from_search} onChange={(is_hidden_from_search) => set({ is_hidden_from_search })} />}
          />
          <SettingRow
            title={t('pages.bare')}
            text={t('pages.bare_text')}
            control={(aria) => <Switch {...aria} checked={values.is_bare} onChange={(is_bare) => set({ is_bare })} />}
          />
        </div>
        {!values.is_bare && (
          <div className="grid gap-4 desk:grid-cols-3">
            {PARTS.map((part) => (
              <PartField
                key={part}
                part={part}
                value={values.layout[part]}
                standard={t('pages.part_site')}
                none="none"
                onChange={(chosen) => set({ layout: { ...values.layout, [part]: chosen } })}
              />
            ))}
          </div>
        )}
      </div>
    </FormDialog>
  )
}
