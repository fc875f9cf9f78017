/** Form controls on the page of the kit. */
import { useState } from 'react'
import {
  AtriumError,
  Button,
  Card,
  Checkbox,
  CodeInput,
  ColorField,
  Combobox,
  type ComboboxOption,
  Field,
  FilePicker,
  Form,
  IconPicker,
  Input,
  RadioGroup,
  SearchField,
  Select,
  SettingRow,
  Switch,
  Textarea,
  useFieldErrors,
  ZonePicker,
} from '@atrium/sdk/web'
import { people } from './samples.ts'
import { Part } from './Part.tsx'

const refused = new AtriumError(422, 'invalid_input', 'Some fields need attention.', {
  details: { 'body.address': ['Use letters and hyphens, no spaces'] },
})
const options: ComboboxOption[] = people.map((person) => ({ value: String(person.id), label: person.name, avatar: person }))
const load = async (text: string) => options.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

export function Fields() {
  const [error, setError] = useState<unknown>(refused)
  const errors = useFieldErrors(error)
  const [zone, setZone] = useState<string | null>('Asia/Calcutta')
  const [code, setCode] = useState('408')
  const [colour, setColour] = useState('#506cf0')
  const [mark, setMark] = useState('shape:heart:cyan:gradient-2')
  const [search, setSearch] = useState('')
  const [hosts, setHosts] = useState<ComboboxOption[]>(options.slice(0, 1))
  return (
    <Part title="Fields">
      <Form onSubmit={() => setError(error ? null : refused)} error={error}>
        <div className="grid gap-x-5 gap-y-4 desk:grid-cols-3">
          <Field label="Name" help="Shown on every post." aside={<span className="text-12 text-text-3">Optional</span>}>
            <Input placeholder="How people call you" />
          </Field>
          <Field label="Address" error={errors.address}>
            <Input defaultValue="glaze lab" />
          </Field>
          <Field label="Who sees it">
            <Select options={[{ value: 'all', label: 'Everyone in the community' }]} />
          </Field>
          <Field label="Time zone">
            <ZonePicker value={zone} none="Of the device" onChange={setZone} />
          </Field>
          <Field label="About">
            <Textarea placeholder="A few words" rows={2} />
          </Field>
          <Field label="Brand colour">
            <ColorField value={colour} onChange={setColour} />
          </Field>
          <Field label="Icon">
            <IconPicker value={mark} onChange={setMark} />
          </Field>
          <Field label="Hosts">
            <Combobox multiple load={load} value={hosts} onChange={setHosts} placeholder="Find a member" />
          </Field>
          <Field label="Code">
            <CodeInput value={code} onChange={setCode} />
          </Field>
          <Field label="Find" hideLabel>
            <SearchField value={search} onChange={setSearch} placeholder="Find a feature" />
          </Field>
          <FilePicker onFile={() => {}} progress={64} />
        </div>
        <Button type="submit" variant="primary" className="justify-self-start">
          {error ? 'Save' : 'Fail'}
        </Button>
      </Form>
    </Part>
  )
}

export function Choices() {
  const [notify, setNotify] = useState(true)
  const [scope, setScope] = useState('this')
  const [join, setJoin] = useState('open')
  const [events, setEvents] = useState(true)
  return (
    <Part title="Choices">
      <div className="flex flex-wrap items-center gap-5">
        <Checkbox label="Notify members" checked={notify} onChange={setNotify} />
        <Checkbox label="Some of them" some checked={false} onChange={() => {}} />
        <Checkbox label="Closed" checked={false} disabled onChange={() => {}} />
        <RadioGroup
          label="Which events"
          value={scope}
          onChange={setScope}
          options={[
            { value: 'this', label: 'This event' },
            { value: 'all', label: 'All events' },
          ]}
        />
        <Switch label="On" checked={notify} onChange={setNotify} />
      </div>
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <RadioGroup
          cards
          label="Who may join"
          value={join}
          onChange={setJoin}
          options={[
            { value: 'open', label: 'Open', text: 'Whoever is a member may join.' },
            { value: 'asked', label: 'By request', text: 'A moderator says yes or no.' },
          ]}
        />
        <Card>
          <SettingRow
            icon="newspaper"
            title="Posts and comments"
            text="Spaces with posts, replies, reactions and topics."
            control={<span className="text-13 text-text-3">Always on</span>}
          />
          <SettingRow
            icon="calendar"
            title="Events"
            text="One-off and recurring events with places, RSVP and reminders."
            control={(aria) => <Switch {...aria} checked={events} onChange={setEvents} />}
          />
        </Card>
      </div>
    </Part>
  )
}
