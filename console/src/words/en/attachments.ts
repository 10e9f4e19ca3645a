export const words = {
  title: 'Files',
  none: 'No file is attached.',
  add: 'Attach files',
  added: (name: string) => `${name} is attached`,
  refused: (name: string) => `${name} is not attached:`,
  name: 'File',
  size: 'Size',
  came: 'Came',
  save: 'Download',
}
