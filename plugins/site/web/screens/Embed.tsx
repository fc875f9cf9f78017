/** `/settings/embed`: which sites may show this community in a frame, and the code for it. */
import { Card, CardHead, Form, SaveBar, SettingRow, SettingsPage, Switch, useEdits, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useRef } from 'react'
import contract from '../../contract.ts'
import { EmbedCode } from '../components/embed/EmbedCode.tsx'
import { OEmbed } from '../components/embed/OEmbed.tsx'
import { Origins } from '../components/embed/Origins.tsx'

const { routes } = contract

export default function Embed() {
  const t = useT()
  const query = useRead(routes.embed)
  return (
    <SettingsPage name="site/Embed" title={t('admin.embed')} text={t('embed.text')} who="site.manage" query={query} height={520}>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

interface EmbedDraft {
  is_on: boolean
  origins: string[]
}
function Edited({ saved }: { saved: EmbedDraft }) {
  const t = useT()
  const write = useWrite(routes.saveEmbed, { invalidates: [routes.embed] })
  const { value, set, errors, form, bar } = useEdits<EmbedDraft>(saved, (embed) => write.mutateAsync({ body: { embed } }))
  const field = useRef<HTMLInputElement>(null)
  const refused = Object.keys(errors).find((field) => field.startsWith('embed.origins'))
  // whoever adds a site wants it to show something
  const setOrigins = (origins: string[]) => set({ origins, is_on: value.is_on || origins.length > value.origins.length })
  return (
    <div className="grid gap-4">
      <Form {...form}>
        <Card>
          <SettingRow
            title={t('embed.is_on')}
            text={t('embed.is_on_text')}
            control={(aria) => <Switch {...aria} checked={value.is_on} onChange={(is_on) => set({ is_on })} />}
          />
        </Card>
        <Card as="section" aria-label={t('embed.origins')}>
          <CardHead title={t('embed.origins')} text={t('embed.origins_text')} />
          <Origins origins={value.origins} error={refused && errors[refused]} inputRef={field} onChange={setOrigins} />
        </Card>
      </Form>
      <EmbedCode origins={saved.is_on ? saved.origins : []} onAdd={() => field.current?.focus()} />
      <OEmbed />
      <SaveBar {...bar} />
    </div>
  )
}
