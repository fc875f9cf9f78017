/** Stands here until its screen does. */
export default function Settings() {
  return <div data-screen="help-widget/Settings" />
}
