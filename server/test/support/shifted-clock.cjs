/** Loaded before the program: its clock is SHIFT_MS off. */
const shiftMs = Number(process.env.SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate
