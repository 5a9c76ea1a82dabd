/** People of the demo: short, long, accented and hyphenated names, as clubs have them. */
export const NAMES = {
  harbour:
    `Ann Ødegård;Aoife Ní Mhaonaigh;Bartholomew St John-Featherstonehaugh;Priya Raghunathan;Tomasz Wójcik;Zoë Brontë-Hughes;Oluwaseun Adébáyò-Fitzgerald;Siân Prydderch;Hamish MacGillivray;Wilfred García;Søren Kjær;Þórdís Kjartansdóttir;Ewa Zając;Rhys ap Gwilym;Grace Abernathy;Quentin Davies;Maeve O'Sullivan;Jean-Luc de la Fontaine;Ifeoma Nwosu;Kwame Mensah;Bronwen Ivanova;Callum Vaughan;Deirdre Walsh;Euan Ross;Fiona Baird;Gareth Jones;Helena Ellis;Ivo Novák;Joan Whitcombe;Kirsty Kerr;Lachlan Reid;Mina Rahimi;Niamh Ashworth;Olaf Berg;Petra Šimková;Rosa Delgado;Sam Tait;Theo Campbell;Una Hughes;Vera Lund;Wendy Underwood;Xavier Ashworth;Yvonne Stewart;Zara Hussain;Alasdair Young;Bea Thornton`.split(
      ';',
    ),
  ridge:
    `Mia Thompson;Jack Nguyen;Ruby Kowalczyk;Noah Papadopoulos;Chloe Fitzpatrick-Oyelaran;Lachie Brown;Isla Marri;Tane Walker;Georgia Baker;Hugo Larsson;Ava Singh;Cooper Reid;Matilda Rossi;Oscar Chen;Layla Haddad;Finn O'Connor;Poppy Jansen;Ethan Tran;Sienna Costa;Archie Campbell;Willow Davies;Levi Kaur;Freya Hansen;Mason Ali;Ivy McKenzie;Jasper Wong;Hazel Murphy;Darcy Taylor;Billie Nowak;Angus Stewart;Evie Romano;Toby Sharma;Nora Fraser;Harvey Ito;Aria Silva;Max Petrov;Zali Cooper;Declan Byrne;Lottie Weber;Kirra Jones;Beau Harris;Dakota Lee;Saskia Visser;Rory Gallagher;Amara Okafor;Leo Martin`.split(
      ';',
    ),
} as const
