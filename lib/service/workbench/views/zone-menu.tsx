/** The zone of all times of the page, to choose. */

import { useStore } from '../client/store.ts';
import { chooseZone, localZone, timeZone, zoneName } from '../client/time-zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

export function ZoneMenu() {
  const zone = useStore(timeZone);
  return (
    <Menu
      label={`Times are in ${zoneName(zone)}`}
      items={[
        { title: 'Times in UTC', act: () => chooseZone('utc') },
        { title: `Times in the zone of this browser, ${localZone()}`, act: () => chooseZone('local') },
      ]}
    >
      {zoneName(zone)} <Icon name="down" />
    </Menu>
  );
}
