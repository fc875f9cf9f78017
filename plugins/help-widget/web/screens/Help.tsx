/** Stands here until its screen does. */
export default function Help() {
  return <div data-screen="help-widget/Help" />
}
