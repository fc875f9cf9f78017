/** The page of the kit, /dev/ui: every part of the design system in the present appearance and theme. Development only. */
import { useState } from 'react'
import { Button, IconButton, LinkButton, PageHeader, Screen, Segment, Select } from '@atrium/sdk/web'
import { THEMES } from '@atrium/sdk/theme'
import { Choices, Fields } from './Fields.tsx'
import { Floating, Marks, People, Surfaces, Writing } from './Parts.tsx'
import { Settings } from './Settings.tsx'
import { States } from './States.tsx'
import { Part } from './Part.tsx'

const root = () => document.documentElement

export default function UiPage() {
  const [appearance, setAppearance] = useState(root().dataset.appearance ?? 'light')
  const [theme, setTheme] = useState(root().dataset.theme ?? 'default')
  return (
    <Screen name="shell/UiPage" title="The kit" layout="wide">
      <PageHeader
        title="The kit"
        text="Every part of the design system. What a screen needs and is not here belongs in the SDK."
        actions={
          <>
            <Select
              aria-label="Theme"
              value={theme}
              options={THEMES.map((name) => ({ value: name, label: name }))}
              onChange={({ target }) => setTheme((root().dataset.theme = target.value))}
              className="w-40"
              size="sm"
            />
            <Segment
              label="Appearance"
              value={appearance}
              onChange={(next) => setAppearance((root().dataset.appearance = next))}
              items={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
          </>
        }
      />
      <div className="grid gap-9">
        <Buttons />
        <Fields />
        <Choices />
        <Settings />
        <Marks />
        <People />
        <Surfaces />
        <Floating />
        <Writing />
        <States />
        <Themes />
      </div>
    </Screen>
  )
}

function Buttons() {
  const [saved, setSaved] = useState(true)
  return (
    <Part title="Buttons">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary">Publish</Button>
        <Button>Save draft</Button>
        <Button variant="soft">Invite</Button>
        <Button variant="ghost">Undo</Button>
        <Button variant="danger">Delete space</Button>
        <Button variant="danger-ghost">Leave</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" loading>
          Publishing
        </Button>
        <IconButton icon="bell" label="Notifications" count={3} />
        <IconButton icon="bookmark" label="Save" pressed={saved} onClick={() => setSaved(!saved)} />
        <IconButton icon="x" label="Close" size="sm" />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button variant="primary">Regular</Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
        <Button icon="plus">With icon</Button>
        <LinkButton to="/dev/ui" icon="arrow-up-right">
          A link
        </LinkButton>
      </div>
    </Part>
  )
}

const Themes = () => (
  <Part title="Themes">
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(210px,1fr))] gap-3">
      {THEMES.flatMap((theme) =>
        ['light', 'dark'].map((appearance) => (
          <li
            key={theme + appearance}
            data-theme={theme}
            data-appearance={appearance}
            className="overflow-hidden rounded-card border border-frame bg-surface text-11 text-text"
          >
            <div className="flex h-[30px] items-center border-b border-frame bg-header px-2.5 text-header-text">
              <span className="flex-1 font-semibold">{theme}</span>
              <span className="rounded-mark bg-header-active px-1.5 py-0.5 text-header-active-text">Home</span>
            </div>
            <div className="grid min-h-24 grid-cols-[92px_1fr]">
              <div className="border-e border-frame bg-sidebar px-1.5 py-2 text-sidebar-text">
                <span className="block rounded-mark bg-active-item px-1.5 py-1 text-active-item-text">Glaze lab</span>
                <span className="flex items-center gap-1.5 px-1.5 py-1">
                  <span className="size-1.5 rounded-full bg-online" />
                  Kiln
                  <span className="ms-auto grid size-3.5 place-items-center rounded-full bg-mention text-[9px] text-on-solid">2</span>
                </span>
              </div>
              <div className="p-2.5">
                <span className="link">A link</span>
                <span className="block text-text-2">and text</span>
                <span className="mt-2 inline-block rounded-mark bg-brand px-2 py-1 font-semibold text-on-brand">RSVP</span>
              </div>
            </div>
          </li>
        )),
      )}
    </ul>
  </Part>
)
