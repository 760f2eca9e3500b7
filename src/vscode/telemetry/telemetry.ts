import type { TelemetryModule } from '../../node/telemetry/meter';
import { telemetryTarget } from '../../node/telemetry/target';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { TelemetryWindow, WindowTelemetry } from './windowTelemetry';

/**
 * Sends what happens in this window as metrics of OpenTelemetry while the person has that switched on.
 * @param load loads what counts for them, once it is switched on
 * @param loadMeter loads what sends them
 */
export function registerTelemetry(
  window: TelemetryWindow & Pick<GuardWindow, 'observers'>,
  load: () => { readonly WindowTelemetry: typeof WindowTelemetry },
  loadMeter: () => Promise<TelemetryModule>,
): Registered<'telemetry'> {
  const { settings, observers } = window;
  let telemetry: WindowTelemetry | undefined;
  const update = (): void => {
    if (telemetry !== undefined) {
      telemetry.update();
    } else if (telemetryTarget(settings.current.telemetry, process.env) !== undefined) {
      telemetry = new (load().WindowTelemetry)(window, loadMeter);
      observers.push(telemetry);
    }
  };
  update();
  return { commands: {}, parts: [{ dispose: () => telemetry?.dispose() }, settings.onDidChange(update)] };
}
