// Cities by country and time zone, the largest first: all of the United Kingdom, Ireland, Australia and New Zealand that the
// package city-timezones (MIT) knows, elsewhere those of 150,000 people and more, or a country's largest.
export const CITY_LINES = `AD	Europe/Andorra	Andorra
AE	Asia/Dubai	Dubai|Sharjah|Abu Dhabi|Al Ayn
AF	Asia/Kabul	Kabul|Kandahar|Herat|Jalalabad|Mazar-e Sharif|Kondoz|Lashkar Gah|Meymaneh|Baghlan
AG	America/Antigua	Saint John's
AL	Europe/Tirane	Tirana
AM	Asia/Yerevan	Yerevan
AO	Africa/Luanda	Luanda|Huambo|Lobito
AR	America/Argentina/Buenos_Aires	Buenos Aires|Mar del Plata|La Plata|Bahia Blanca
AR	America/Argentina/Catamarca	Catamarca
AR	America/Argentina/Cordoba	Córdoba|Rosario|Santa Fe|Resistencia|Corrientes|Posadas|Santiago del Estero|Parana|Formosa
AR	America/Argentina/Jujuy	San Salvador de Jujuy
AR	America/Argentina/Mendoza	Mendoza
AR	America/Argentina/Salta	Salta|Neuquen
AR	America/Argentina/San_Juan	San Juan
AR	America/Argentina/San_Luis	San Luis
AR	America/Argentina/Tucuman	Tucumán
AS	Pacific/Pago_Pago	Pago Pago
AT	Europe/Vienna	Vienna|Linz|Graz|Salzburg
AU	Australia/Adelaide	Adelaide|Mount Gambier|Whyalla|Gawler|Murray Bridge|Port Lincoln|Port Pirie|Port Augusta|Victor Harbor|Berri|Clare|Wallaroo|Bordertown|Tumby Bay|Penola|Peterborough|Ceduna|Meningie|Kimba|Streaky Bay|Cowell|Andamooka|Woomera|Kingston South East|Kingoonya
AU	Australia/Brisbane	Brisbane|Gold Coast|Cairns|Townsville|Toowoomba|Mackay|Rockhampton|Sunshine Coast|Bundaberg|Caloundra|Gladstone|Mount Isa|Caboolture|Hervey Bay|Maryborough, Queensland|Gympie|Bowen|Bongaree|Warwick|Dalby|Innisfail|Charters Towers|Kingaroy|Emerald|Moranbah|Ayr|Yeppoon|Atherton|Ingham|Roma|Biloela|Goondiwindi|Proserpine|Longreach|Weipa|Port Douglas|Charleville|Cloncurry|Winton|Barcaldine|Georgetown|Quilpie|Eidsvold|Hughenden|Boulia|Richmond, Queensland|Birdsville|Theodore|Thargomindah|Camooweal|Burketown|Karumba|Windorah|Bedourie
AU	Australia/Broken_Hill	Broken Hill
AU	Australia/Darwin	Darwin|Alice Springs|Katherine|McMinns Lagoon|Tennant Creek|Yulara|Pine Creek|Adelaide River|Newcastle Waters|Erldunda
AU	Australia/Hobart	Launceston|Hobart|Burnie|Devonport|Kingston|Smithton|Scottsdale|Queenstown|Oatlands|Bicheno
AU	Australia/Melbourne	Melbourne|Cranbourne|Geelong|Ballarat|Bendigo|Shepparton|Mildura|Warrnambool|Melton|Sunbury|Sale|Traralgon|Echuca|Horsham|Wangaratta|Portland|Bairnsdale|Swan Hill|Oakleigh|Colac|Hamilton|Maryborough, Victoria|Ararat|Cobram|Stawell|Wonthaggi|Seymour|Ouyen
AU	Australia/Perth	Perth|Mandurah|Kalgoorlie|Geraldton|Bunbury|Albany|Kwinana|Karratha|Broome|Roebourne|Busselton|Port Hedland|Carnarvon|Esperance|Northam|Kununurra|Manjimup|Narrogin|Derby|Katanning|Newman|Merredin|Tom Price|Mount Barker|Kalbarri|Gingin|Port Denison|Halls Creek|Exmouth|Wagin|Norseman|Wyndham|Pannawonica|Meekatharra|Ravensthorpe|Onslow|Mount Magnet|Kaltukatjara|Laverton|Morawa|Leonara|Three Springs|Southern Cross
AU	Australia/Sydney	Sydney|Newcastle|Canberra|Wollongong|Albury|Nowra|Coffs Harbour|Wagga Wagga|Port Macquarie|Orange|Tamworth|Tweed Heads|Queanbeyan|Dubbo|Taree|Lismore|Armidale|Katoomba|Goulburn|Ballina|Forster-Tuncurry|Griffith|Kempsey|Kiama|Lithgow|Maitland|Richmond, New South Wales|Singleton|Muswellbrook|Moree|Grafton|Parkes|Inverell|Ulladulla|Young|Leeton|Gunnedah|Bathurst|Narrabri|Deniliquin|Cowra|Cooma|Batemans Bay|Mudgee|Byron Bay|Tumut|Scone|Forbes|Merimbula|Central Coast|Bourke|Yamba|Wilcannia|Ivanhoe
AW	America/Aruba	Oranjestad
AX	Europe/Mariehamn	Mariehamn
AZ	Asia/Baku	Baku|Ganca|Sumqayt
BA	Europe/Sarajevo	Sarajevo|Banja Luka|Zenica
BB	America/Barbados	Bridgetown
BD	Asia/Dhaka	Dhaka|Chittagong|Khulna|Rajshahi|Comilla|Mymensingh|Rangpur|Jessore|Sylhet|Saidpur|Narayanganj|Barisal|Tangail|Jamalpur
BE	Europe/Brussels	Brussels|Antwerpen|Liege|Gent|Charleroi
BF	Africa/Ouagadougou	Ouagadougou|Bobo Dioulasso
BG	Europe/Sofia	Sofia|Plovdiv|Varna|Burgas|Ruse
BH	Asia/Bahrain	Manama
BI	Africa/Bujumbura	Bujumbura
BJ	Africa/Porto-Novo	Cotonou|Porto-Novo|Parakou|Djougou
BM	Atlantic/Bermuda	Hamilton
BN	Asia/Brunei	Bandar Seri Begawan
BO	America/La_Paz	Santa Cruz|La Paz|Cochabamba|Santa Ana|Oruro|Quillacollo|Sucre|Potosi|Tarija
BR	America/Araguaina	Palmas
BR	America/Bahia	Salvador|Feira de Santana|Vitoria da Conquista|Itabuna|Ilheus
BR	America/Belem	Belem|Vila Velha, Amapá|Macapá|Maraba
BR	America/Boa_Vista	Boa Vista
BR	America/Campo_Grande	Campo Grande
BR	America/Cuiaba	Cuiaba|Varzea Grande
BR	America/Fortaleza	Fortaleza|Natal, Rio Grande do Norte|Joao Pessoa|Teresina|São Luís|Campina Grande|Juazeiro do Norte|Imperatriz|Timon|Mossoro|Crato, Ceará
BR	America/Maceio	Maceio|Aracaju|Arapiraca
BR	America/Manaus	Manaus|Natal, Amazonas|Crato, Amazonas
BR	America/Porto_Velho	Porto Velho
BR	America/Recife	Recife|Jaboatao|Olinda|Caruaru|Petrolina
BR	America/Rio_Branco	Rio Branco
BR	America/Santarem	Santarem
BR	America/Sao_Paulo	Sao Paulo|Rio de Janeiro|Belo Horizonte|Brasilia|Porto Alegre|Curitiba|Campinas|Goiania|Santos|Vitória|Niteroi|Nova Iguacu|Duque de Caxias|Vila Velha, Espírito Santo|Joinville|Sao Jose dos Campos|Santo Andre|Florianopolis|Sorocaba|Novo Hamburgo|Ribeirao Preto|Londrina|Uberlandia|Sao Jose dos Pinhais|Canoas|Juiz de Fora|Jundiai|Campos|Caxias do Sul|Foz do Iguacu|Sao Jose do Rio Preto|Volta Redonda|Americana|Piracicaba|Taubate|Maringa|Ipatinga|Bauru|Montes Claros|Pelotas|Blumenau|Franca|Petropolis|Anapolis|Ponta Grossa|Itajai|Limeira|Santa Maria|Uberaba|Cascavel|Itu|Governador Valadares|Presidente Prudente|Sete Lagoas|Marilia|Cabo Frio|Criciuma|Divinopolis|Rio Claro|Sao Carlos|Cachoeiro de Itapemirim|Barra Mansa|Aracatuba|Passo Fundo|Nova Friburgo|Xapeco|Guaratingueta
BS	America/Nassau	Nassau
BT	Asia/Thimphu	Thimphu
BW	Africa/Gaborone	Gaborone
BY	Europe/Minsk	Minsk|Homyel|Mahilyow|Vitsyebsk|Hrodna|Brest|Babruysk|Baranavichy
BZ	America/Belize	Belize City
CA	America/Detroit	Windsor
CA	America/Edmonton	Calgary|Edmonton
CA	America/Halifax	Halifax
CA	America/Montreal	Montréal|Québec
CA	America/Regina	Saskatoon|Regina
CA	America/Toronto	Toronto|Ottawa|Hamilton|Kitchener|Oshawa|London|Barrie
CA	America/Vancouver	Vancouver|Victoria|Abbotsford
CA	America/Winnipeg	Winnipeg
CD	Africa/Kinshasa	Kinshasa|Kikwit|Mbandaka|Matadi|Boma|Gemena|Moanda
CD	Africa/Lubumbashi	Lubumbashi|Mbuji-Mayi|Kananga|Kisangani|Likasi|Kolwezi|Bukavu|Butembo|Beni|Tshikapa|Kindu|Kalemie|Uvira|Mwene-Ditu
CF	Africa/Bangui	Bangui
CG	Africa/Brazzaville	Brazzaville|Pointe-Noire
CH	Europe/Zurich	Zürich|Geneva|Basel|Bern|Lausanne|Luzern
CI	Africa/Abidjan	Abidjan|Bouake|Daloa|San-Pedro|Yamoussoukro|Korhogo
CK	Pacific/Rarotonga	Rarotonga
CL	America/Santiago	Santiago|Concepcion|Valparaiso|Vina del Mar|Antofagasta|Talcahuano|Temuco|San Bernardo|Iquique|Rancagua|Talca|Arica|Puerto Montt|Coquimbo|La Serena
CM	Africa/Douala	Douala|Yaounde|Bamenda|Garoua|Bafoussam|Maroua|Bertoua
CN	Asia/Chongqing	Chongqing|Chengdu|Xian|Hechi|Guiyang|Lanzhou|Nanchong|Kunming|Wanzhou|Haikou|Luzhou|Nanning|Liuzhou|Suining|Hohhot|Baotou|Xianyang|Ankang|Neijiang|Baoshan|Xining|Zigong|Lupanshui|Mianyang|Guilin|Baoji|Yangjiang|Zunyi|Yinchuan|Leshan|Zhanyi|Tianshui|Yulin|Anshun|Yibin|Beihai|Xingyi|Wuwei|Zhaotang|Panzhihua|Linxia|Longxi|Wuzhou|Yaan|Guangyuan|Mengzi|Jining, Nei Mongol|Chuxiong|Sanya|Xichang|Tongchuan|Yuxi|Wuhai|Qinzhou|Weinan|Zhangye|Simao|Pingliang|Deyang
CN	Asia/Harbin	Harbin|Changchun|Jilin|Qiqihar|Mudangiang|Daqing|Jiamusi|Jixi|Hegang|Siping|Shuangyashan|Liaoyuan|Yichun, Heilongjiang|Yanji|Qitaihe|Baicheng|Baishan|Hulan Ergi|Suihua|Fuyu|Jiutai|Anda|Dunhua|Zhaodong|Beian
CN	Asia/Kashgar	Kashgar|Yining|Aksu|Shache|Hotan
CN	Asia/Shanghai	Shanghai|Beijing|Guangzhou|Wuhan|Tianjin|Dongguan|Shenzhen|Shenyeng|Nanjing|Taiyuan|Dalian|Hangzhou|Zhangzhou|Jinan|Changsha|Zhengzhou|Qingdao|Shijianzhuang|Xiangtan|Nanchang|Suzhou, Anhui|Fuzhou|Zibo|Shuyang|Tangshan|Hefei|Xuzhou|Taian|Wenzhou|Luoyang|Xiamen|Suzhou, Jiangsu|Handan|Shantou|Datong|Fushun|Wuxi|Anshan|Yantai|Xinyang|Luan|Jinxi|Ningbo|Huainan|Ganzhou|Linyi|Zaozhuang|Changzhou|Nanyang|Baoding|Zhuhai|Maanshan|Changde|Yichun, Jiangxi|Weifang|Shangqiu|Xinyi|Jianmen|Benxi|Shangrao|Huaiyin|Huaibei|Xiantao|Zhuzhou|Hengyang|Zhucheng|Qinhuangdao|Kaifeng|Xuanzhou|Yangquan|Pingdingshan|Yancheng|Anyang|Yueyang|Quanzhou|Xinxiang|Jining, Shandong|Chifeng|Nantong|Lingyuan|Zhangjiakou|Heze|Foshan|Jinzhou|Yiyang|Fuyang, Zhejiang|Xiangfan|Dandong|Zhenjiang|Liaoyang|Bengbu|Fuxin|Jiaxing|Lianyungang|Qingyuan|Changzhi|Yongzhou|Huzhou|Langfang|Yingkow|Huangshi|Jiaozuo|Yichang|Shaoguan|Pingxiang|Puyang|Wuhu|Shiyan|Jinhua|Taizhou|Xiangtai|Shaoxing|Tongliao|Rizhao|Jiujiang|Yangzhou|Yuci|Linfen|Jiangmen|Cangzhou|Jincheng|Shashi|Xinyu|Jian|Jiaojing|Anqing|Hengshui|Xuchang|Chaoyang|Tongling|Chaozhou|Zhaoqing|Luohe|Zhuozhou|Shuozhou|Jingmen|Xuanhua|Jingdezhen|Dezhou|Chengde|Zhoukou|Putian|Changping|Longyan|Weihai|Tieling|Wafangdian|Huizhou|Meizhou|Hangu|Heyuan|Chenzhou|Hebi|Linchuan|Liaocheng|Quzhou|Hailar|Xinzhou|Laiyang|Ulanhot|Linhai|Zicheng|Nanping|Beipiao|Ninde|Jinshi|Shishou|Huangyan|Zhuanghe|Fuyang, Anhui|Puqi|Xiaogan|Dingzhou
CN	Asia/Urumqi	Urumqi|Maoming|Zhanjiang|Shihezi|Yumen|Hami|Korla|Turpan|Lhasa
CO	America/Bogota	Bogota|Medellin|Cali|Barranquilla|Cartagena|Bucaramanga|Cucuta|Soledad|Pereira|Bello|Santa Marta|Ibague|Pasto|Manizales|Villavicencio|Neiva|Armenia|Valledupar|Monteria|Popayan|Buenaventura|Sincelejo|Barrancabermeja|Tulua
CR	America/Costa_Rica	San Jose|Alajuela
CU	America/Havana	Havana|Santiago de Cuba|Camaguey|Holguin|Guantanamo|Santa Clara|Las Tunas|Bayamo|Pinar del Rio
CV	Atlantic/Cape_Verde	Praia
CW	America/Curacao	Willemstad
CY	Asia/Nicosia	Nicosia
CZ	Europe/Prague	Prague|Ostrava|Brno|Pizen
DE	Europe/Berlin	Berlin|Frankfurt|Stuttgart|Hamburg|Mannheim|Munich|Essen|Cologne|Düsseldorf|Duisburg|Bremen|Hannover|Nürnberg|Dortmund|Wuppertal|Dresden|Leipzig|Bonn|Saarbrucken|Wiesbaden|Karlsruhe|Bielefeld|Augsburg|Heidelberg|Chemnitz|Münster|Kiel|Kassel|Braunschweig|Freiburg|Magdeburg|Lubeck|Koblenz|Rostock|Osnabrück|Erfurt|Mainz|Potsdam|Furth|Oldenburg|Wurzburg
DJ	Africa/Djibouti	Djibouti
DK	Europe/Copenhagen	København|Copenhagen|Århus|Odense
DM	America/Dominica	Roseau
DO	America/Santo_Domingo	Santiago|Santo Domingo|San Pedro de Macoris|La Romana|San Cristobal
DZ	Africa/Algiers	Algiers|Oran|Constantine|Chlef|Arak|Blida|Annaba|Setif|Bejaia|Batna|Biskra|Sidi bel Abbes|Skikda|Tiarat|Tlimcen|El Oued|Ouargla|Tebessa|Djelfa|Mostaganem
EC	America/Guayaquil	Guayaquil|Quito|Cuenca|Ambato|Machala|Portoviejo|Manta
EE	Europe/Tallinn	Tallinn
EG	Africa/Cairo	Cairo|Alexandria|El Giza|Luxor|El Mansura|Suez|Asyut|Tanta|Sohag|Damanhûr|El Minya|Beni Suef|El Faiyum|Zagazig|Aswan|Qena|Dumyat|Shibin el Kom|Kom Ombo|Mallawi|Benha|Hurghada|El Arish
EH	Africa/El_Aaiun	Bir Lehlou
ER	Africa/Asmara	Asmara
ES	Atlantic/Canary	Las Palmas|Santa Cruz de Tenerife
ES	Europe/Madrid	Barcelona|Madrid|Seville|Valencia|Bilbao|Zaragoza|Malaga|Murcia|Vigo|Palma|Granada|La Coruña|Gijon|Cordoba|Valladolid|Alicante|San Sebastián|Pamplona|Oviedo|Vitoria|Santander|Castello|Cartagena|Salamanca|Cadiz|Marbella|Almeria|Burgos
ET	Africa/Addis_Ababa	Addis Ababa|Nazret|Dire Dawa|Bahir Dar|Harar|Dese|Gonder
FI	Europe/Helsinki	Helsinki|Tampere|Turku
FJ	Pacific/Fiji	Suva
FK	Atlantic/Stanley	Stanley
FM	Pacific/Pohnpei	Palikir
FO	Atlantic/Faroe	Tórshavn
FR	Europe/Paris	Paris|Marseille|Lyon|Toulouse|Lille|Nice|Bordeaux|Nantes|Strasbourg|Rouen|Montpellier|Grenoble|Metz|Toulon|Saint-Etienne|Le Havre|Rennes|Tours|Nancy|Clermont-Ferrand|Angers|Reims|Orleans|Mulhouse|Dijon|Nimes|Caen
GA	Africa/Libreville	Libreville
GB	Europe/London	London|Birmingham|Manchester|Leeds|Sheffield|Glasgow|Liverpool|Cardiff|Nottingham|Newcastle|Bristol|Edinburgh|Leicester|Bradford|Southend-on-Sea|Southampton|Belfast|Coventry|Stoke|Portsmouth|Brighton|Sunderland|Kingston upon Hull|Bournemouth|Middlesbrough|Reading|Plymouth|Swansea|Luton|Blackpool|Aberdeen|Norwich|Oxford|York|Dundee|Peterborough|Ipswich|Cambridge|Exeter|Bath|Chester|Londonderry|Scarborough|Carlisle|Greenock|Ayr|Inverness|Perth|Dover|Dumfries|Omagh|Penzance|Lisburn|Fort William|Wick|Kirkwall|Lerwick|Isle of Wight|Poole|Falmouth|Lymington|Weymouth|Torquay|Whitby|Aberystwyth|Great Yarmouth|Lowestoft|Hastings|Oban|Bangor
GD	America/Grenada	Saint George's
GE	Asia/Tbilisi	Tbilisi|Kutaisi|Rustavi
GF	America/Cayenne	Cayenne
GH	Africa/Accra	Accra|Kumasi|Tamale|Sekondi|Tema|Obuasi
GI	Europe/Gibraltar	Gibraltar
GL	America/Godthab	Nuuk
GM	Africa/Banjul	Brikama
GN	Africa/Conakry	Conakry|Gueckedou|Nzerekore
GP	America/Guadeloupe	Pointe-a-Pitre
GQ	Africa/Malabo	Malabo
GR	Europe/Athens	Athens|Thessaloniki|Piraiévs|Patra
GS	Atlantic/South_Georgia	Grytviken
GT	America/Guatemala	Guatemala|Quetzaltenango
GU	Pacific/Guam	Agana
GW	Africa/Bissau	Bissau
GY	America/Guyana	Georgetown
HK	Asia/Hong_Kong	Hong Kong
HN	America/Tegucigalpa	Tegucigalpa|San Pedro Sula
HR	Europe/Zagreb	Zagreb|Split|Rijeka
HT	America/Port-au-Prince	Port-au-Prince|Cap-Haitien
HU	Europe/Budapest	Budapest|Debrecen|Miskolc|Szeged|Pecs
ID	Asia/Jakarta	Jakarta|Surabaya|Bandung|Bekasi|Medan|Palembang|Semarang|Cilacap|Bandar Lampung, Lampung|Bogor|Padang|Malang|Pekanbaru|Yogyakarta|Surakarta|Jambi|Binjai|Bengkulu|Banda Aceh|Pasuruan|Bukittinggi|Jember|Sukabumi|Pematangsiantar|Tasikmalaya|Pakalongan|Cirebon|Tegal|Kediri|Tebingtinggi|Madiun|Padangsidempuan|Probolinggo|Tanjungpinang|Salatiga|Serang
ID	Asia/Jayapura	Ambon|Jayapura
ID	Asia/Makassar	Ujungpandang|Bandjarmasin|Denpasar|Palu|Samarinda|Manado|Balikpapan|Mataram|Kupang|Gorontalo|Singaraja|Pinrang|Kendari|Martapura|Majene
ID	Asia/Pontianak	Pontianak|Singkawang
IE	Europe/Dublin	Dublin|Cork|Limerick|Galway|Waterford|Dundalk|Drogheda|Tralee|Kilkenny|Sligo|Killarney|Shannon|Muineachan|Ros Comain|Donegal
IL	Asia/Jerusalem	Tel Aviv-Yafo|Jerusalem|Haifa|Beer Sheva
IM	Europe/Isle_of_Man	Douglas
IN	Asia/Kolkata	Mumbai|Delhi|Kolkata|Bengaluru|Chennai|Hyderabad|Ahmedabad|Pune|Surat|Kanpur|Haora|Jaipur|Lucknow|Nagpur|Indore|Patna|Bhopal|Ludhiana|Vadodara|Kalyan|Agra|Faridabad|Nasik|Asansol|Coimbatore|Meerut|Vishakhapatnam|Ghaziabad|Varanasi|Rajkot|Jabalpur|Amritsar|Prayagraj|Madurai|Bhilai|Chhatrapati Sambhajinagar|Kochi|Srinagar|Warangal|Sholapur|Vijayawada|Jodhpur|Jamshedpur|Chandigarh|Ranchi|Gwalior|Mysuru|Thiruvananthapuram|Tiruchirappalli|Hubballi|Salem|Jullundur|Bhubaneshwar|Kota|Bareilly|Aligarh|Atal Nagar|Moradabad|Bhiwandi|Dhanbad|Kozhikode|Gorakhpur|Amravati|Kolhapur|Dehra Dun|Jammu|Jhansi|Belagavi|Sangli|Mangaluru|Nanded|Cuttack|Malegaon|Raurkela|Ajmer|Tiruppur|Nellore|Guntur|Siliguri|Bhavnagar|Guwahati|Tirunelveli|Shivamogga|Bikaner|Ujjain|Saharanpur|Bhatpara|Gulbarga|Davangere|Akola|Chandrapur|Udaipur|Bilaspur|Tuticorin|Gaya|Hisar|Dhule|Kollam|Ballari|Ahmednagar|Shillong|Latur|Bhagalpur|Bhilwara|Tumakuru|Kurnool|Muzaffarnagar|Nizamabad|Rajapalaiyam|Parbhani|Muzaffarpur|Mathura|Patiala|Brahmapur|Shahjahanpur|Sikar|New Delhi|Rohtak|Firozabad|Rajamahendravaram|Barddhaman|Rampur|Kakinada|Panipat|Bhuj|Sagar|Alwar|Aizawl|Ratlam|Bijapur|Tirupati|Karimnagar|Etawah|Bidar|Sonipat|Imphal|Hapur|Hosapete|Raichur|Mirzapur|Sambalpur|Khammam|Bharatpur|Pondicherry|Karnal|Thanjavur|Nagercoil|Pathankot|Mandya|Pali|Agartala|Puri|Dindigul|Haldia|Bulandshahr|Purnia|Gurugram|Burhanpur|Gandhinagar|Machilipatnam|Bhiwani|Ongole|Proddatur|Porbandar|Bahraich|Bhusawal|Vellore|Nandyal|Alappuzha|Simla|Sirsa|Chirala|Medinipur|Tonk|Fatehpur|Sitapur|Navsari|Budaun|Cuddalore|Hoshiarpur|Kanchipuram|Ayodhya|Silchar|Hindupur
IQ	Asia/Baghdad	Baghdad|Mosul|Basra|Irbil|As Sulaymaniyah|Dahuk|An Najaf|Kirkuk|Al Hillah|Karbala|An Nasiriyah|Ad Diwaniyah|Al Amarah|Al Kut|Ar Ramadi|Baqubah|Al Fallujah|Az Aubayr|As Samawah|Samarra
IR	Asia/Tehran	Tehran|Mashhad|Isfahan|Karaj|Tabriz|Shiraz|Qom|Ahvaz|Kermanshah|Zahedan|Kerman|Rasht|Arak|Yazd|Khomeini Shahr|Bandar-e-Abbas|Ardabil|Qazvin|Zanjan|Khorramabad|Sanandaj|Dezful|Abadan|Hamadan|Sari|Gorgan|Birjand|Borujerd|Kashan|Neyshabur|Sabzewar|Amol|Bojnurd|Khvoy|Zabol|Malayer|Varamin|Sirjan|Bandar-e Bushehr|Mahabad|Maragheh
IS	Atlantic/Reykjavik	Reykjavík
IT	Europe/Rome	Milan|Rome|Naples|Turin|Florence|Palermo|Genoa|Salerno|Catania|Bologna|Bari|Verona|Venice|Cagliari|Messina|Pescara|Trieste|Reggio di Calabria|Modena|Como|Caserta|Parma|Bergamo
JM	America/Jamaica	Kingston|Spanish Town
JO	Asia/Amman	Amman|Az Zarqa|Irbid
JP	Asia/Tokyo	Tokyo|Osaka|Yokohama|Nagoya|Sapporo|Fukuoka|Sendai|Kyoto|Hiroshima|Kobe|Kawasaki|Kitakyushu|Hamamatsu|Okayama|Kumamoto|Shizuoka|Naha|Hachioji|Utsunomiya|Niigata|Kagoshima|Matsuyama|Kanazawa|Nagano|Otsu|Nagasaki|Oita|Gifu|Wakayama|Tsu|Tokushima|Asahikawa|Kawagoe|Takamatsu|Toyama|Iwaki|Kochi|Miyazaki|Maebashi|Koriyama|Akita|Mito|Morioka|Hakodate|Aomori|Fukushima|Yamagata|Fukui|Shimonoseki|Hachinohe|Sasebo|Matsumoto|Kure|Kofu|Kushiro|Nagaoka|Hirosaki|Obihiro|Tomakomai|Matsue
KE	Africa/Nairobi	Nairobi|Mombasa|Nakuru|Kisumu|Eldoret
KG	Asia/Bishkek	Bishkek|Osh|Jalal Abad
KH	Asia/Phnom_Penh	Phnom Penh|Battambang
KI	Pacific/Tarawa	Tarawa
KM	Indian/Comoro	Moroni
KN	America/St_Kitts	Basseterre
KP	Asia/Pyongyang	Pyongyang|Nampo|Hamhung|Hungnam|Chongjin|Sunchon|Wonsan|Kaesong|Kanggye|Hyeson|Haeju|Kimchaek|Manpo|Sinuiju|Sariwon
KR	Asia/Seoul	Seoul|Busan|Incheon|Daegu|Daejeon|Gwangju|Changwon|Suwon|Ulsan|Songnam|Goyang|Puch'on|Cheongju|Ansan|Jeonju|Pohang|Jeju|Yeosu|Mokpo|Iksan|Gunsan|Wonju|Chuncheon|Gangneung
KW	Asia/Kuwait	Kuwait|Al Jahra|Hawalli
KY	America/Cayman	George Town
KZ	Asia/Almaty	Almaty|Shymkent|Qaraghandy|Astana|Taraz|Pavlodar|Semey|Oskemen|Petropavlovsk|Temirtau
KZ	Asia/Aqtobe	Aktobe
KZ	Asia/Atyrau	Atyrau
KZ	Asia/Oral	Oral
KZ	Asia/Qyzylorda	Oostanay|Qyzylorda
LA	Asia/Vientiane	Vientiane
LB	Asia/Beirut	Beirut|Trablous|Saida
LC	America/St_Lucia	Castries
LI	Europe/Vaduz	Vaduz
LK	Asia/Colombo	Colombo|Moratuwa|Jaffna
LR	Africa/Monrovia	Monrovia
LS	Africa/Maseru	Maseru
LT	Europe/Vilnius	Vilnius|Kaunas|Klaipeda
LU	Europe/Luxembourg	Luxembourg
LV	Europe/Riga	Riga
LY	Africa/Tripoli	Tripoli|Banghazi|Misratah|Az Zawiyah|Al Khums|Tubruq
MA	Africa/Casablanca	Casablanca|Rabat|Fez|Marrakesh|Agadir|Tangier|Meknes|Kenitra|Oujda|Safi|Er Rachidia|Ksar El Kebir|Taza|El Jadida
MA	Africa/El_Aaiun	Laayoune
MC	Europe/Paris	Monaco
MD	Europe/Chisinau	Chisinau
ME	Europe/Podgorica	Podgorica
MG	Indian/Antananarivo	Antananarivo|Antsirabe|Toamasina|Fianarantsoa
MH	Pacific/Majuro	Majuro
MK	Europe/Skopje	Skopje
ML	Africa/Bamako	Bamako|Sikasso
MM	Asia/Rangoon	Rangoon|Mandalay|Naypyidaw|Mawlamyine|Bago|Myeik|Pathein|Monywa|Sittwe|Taunggyi|Hinthada|Myingyan
MN	Asia/Ulaanbaatar	Ulaanbaatar
MO	Asia/Macau	Macau
MP	Pacific/Saipan	Capitol Hill
MQ	America/Martinique	Fort-de-France
MR	Africa/Dakar	Saint-Louis
MR	Africa/Nouakchott	Nouakchott
MT	Europe/Malta	Valletta
MU	Indian/Mauritius	Port Louis|Curepipe
MV	Indian/Maldives	Male
MW	Africa/Blantyre	Lilongwe|Blantyre
MX	America/Cancun	Cancun
MX	America/Chihuahua	Chihuahua
MX	America/Hermosillo	Hermosillo|Mazatlán|Ciudad Obregon
MX	America/Matamoros	Reynosa|Matamoros|Nuevo Laredo
MX	America/Mazatlan	Culiacan|Mazatlan|Tepic|Los Mochis|La Paz
MX	America/Merida	Merida|Campeche
MX	America/Mexico_City	Mexico City|Guadalajara|Puebla|Leon|Toluca|Nezahualcoyotl|San Luis Potosi|Queretaro|Aguascalientes|Acapulco|Morelia|Cuernavaca|Veracruz|Tuxtla Gutierrez|Xalapa|Oaxaca|Villahermosa|Celaya|Irapuato|Pachuca|Tlaxcala|Coatzacoalcos|Uruapan|Tehuacan|Orizaba|Poza Rica de Hidalgo|Tapachula|Zumpango|Puerto Vallarta|Cordoba|Zacatecas|Minatitlan|Colima|Chilpancingo|Zamora|Salamanca|San Cristobal de Las Casas
MX	America/Monterrey	Monterrey|Torreon|Saltillo|Tampico|Durango|Gomez Palacio|Ciudad Victoria|Monclova|Ciudad Madero
MX	America/Ojinaga	Ciudad Juárez
MX	America/Tijuana	Tijuana|Mexicali|Ensenada
MY	Asia/Kuala_Lumpur	George Town|Kuala Lumpur|Kelang|Johor Bahru|Ipoh|Malacca|Shah Alam|Butterworth|Kota Baharu|Seremban|Kuantan|Kuala Terengganu|Sungai Petani|Alor Setar|Taiping|Batu Pahat|Keluang|Muar
MY	Asia/Kuching	Kuching|Kota Kinabalu|Sandakan|Tawau|Miri|Sibu
MZ	Africa/Maputo	Maputo|Beira|Matola|Nampula|Chimoio|Nacala|Quelimane
NA	Africa/Windhoek	Windhoek
NC	Pacific/Noumea	Noumea
NE	Africa/Niamey	Niamey|Zinder|Maradi
NG	Africa/Lagos	Lagos|Kano|Ibadan|Kaduna|Port Harcourt|Benin City|Ikare|Aba|Abuja|Zaria|Jos|Maiduguri|Ilorin|Enugu|Warri|Sokoto|Ogbomosho|Uyo|Ife|Oyo|Ado Ekiti|Abeokuta|Katsina|Akure|Oshogbo|Awka|Calabar|Umuahia|Gombe|Ondo|Damaturu|Minna|Makurdi|Bauchi|Sapele|Owerri|Mubi|Iwo|Ijebu Ode|Owo|Gusau|Bida|Funtua
NI	America/Managua	Managua|Leon
NL	Europe/Amsterdam	The Hague|Amsterdam|Rotterdam|Utrecht|Eindhoven|Haarlem|Groningen
NO	Europe/Oslo	Oslo|Bergen
NP	Asia/Kathmandu	Kathmandu|Pokhara|Lalitpur|Biratnagar|Hetauda
NZ	Pacific/Auckland	Auckland|Manukau|Wellington|Christchurch|Takapuna|Hamilton|Dunedin|Tauranga|Waitakere|Palmerston North|Napier|Whangarei|Rotorua|New Plymouth|Hastings|Invercargill|Nelson|Wanganui|Upper Hutt|Gisborne|Timaru|Blenheim|Whakatane|Levin|Taupo|Masterton|Greymouth|Ashburton|Kaiapoi|Oamaru|Queenstown|Hokitika|Westport
OM	Asia/Muscat	Muscat|As Sib|Salalah
PA	America/Panama	Panama City|Colon
PE	America/Lima	Lima|Callao|Arequipa|Chiclayo|Trujillo|Iquitos|Huancayo|Piura|Cusco|Chimbote|Pucallpa|Ica|Tacna|Juliaca|Ayacucho|Huanuco
PF	Pacific/Tahiti	Papeete
PG	Pacific/Port_Moresby	Port Moresby
PH	Asia/Manila	Manila|Quezon City|Davao|Cagayan de Oro|Cebu|General Santos|Bacolod|Zamboanga|Iligan|Naga|Pasay City|Iloilo|Baguio City|Batangas|Legazpi|Angeles|Olongapo|Tacloban|Cotabato|San Pablo|Cabanatuan|Cadiz|Butuan|Tarlac|Dagupan|Pagadian|Laoag
PK	Asia/Karachi	Karachi|Lahore|Faisalabad|Saidu|Rawalpindi|Multan|Gujranwala|Hyderabad|Peshawar|Abbottabad|Quetta|Islamabad|Bannu|Bahawalpur|Sargodha|Sialkote|Sukkur|Larkana|Sheikhu Pura|Rahim Yar Khan|Jhang|Gujrat|Mardan|Kasur|Mirput Khas|Kohat|Dera Ghazi Khan|Sahiwal|Nawabshah|Okara|Chiniot|Sadiqabad
PL	Europe/Warsaw	Warsaw|Katowice|Lódz|Kraków|Wroclaw|Gdansk|Poznan|Bytom|Szczecin|Bydgoszcz|Lublin|Gliwice|Bialystok|Gdynia|Kielce|Rzeszow|Olsztyn
PR	America/Puerto_Rico	San Juan|Mayaguez|Ponce
PS	Asia/Gaza	Gaza
PS	Asia/Hebron	Al Khalil|Nablus
PT	Atlantic/Madeira	Funchal
PT	Europe/Lisbon	Lisbon|Porto|Braga
PW	Pacific/Palau	Koror
PY	America/Asuncion	Asuncion|San Lorenzo|Ciudad del Este|Encarnacion
QA	Asia/Qatar	Doha
RE	Indian/Reunion	St.-Denis
RO	Europe/Bucharest	Bucharest|Iasi|Timisoara|Galati|Craiova|Cluj-Napoca|Brasov|Constanta|Ploiesti|Braila|Oradea|Bacau|Pitesti|Arad|Sibiu
RS	Europe/Belgrade	Belgrade|Nis|Novi Sad|Kragujevac
RU	Asia/Barnaul	Barnaul|Biysk|Rubtsovsk
RU	Asia/Chita	Chita
RU	Asia/Irkutsk	Irkutsk|Ulan Ude|Angarsk
RU	Asia/Kamchatka	Petropavlovsk Kamchatskiy
RU	Asia/Krasnoyarsk	Krasnoyarsk|Noginsk, Evenk|Abakan|Norilsk
RU	Asia/Novokuznetsk	Novokuznetsk|Kemerovo|Prokopyevsk
RU	Asia/Novosibirsk	Novosibirsk
RU	Asia/Omsk	Omsk
RU	Asia/Sakhalin	Yuzhno Sakhalinsk
RU	Asia/Tomsk	Tomsk
RU	Asia/Vladivostok	Vladivostok|Khabarovsk|Komsomolsk na Amure|Nakhodka, Primor'ye
RU	Asia/Yakutsk	Yakutsk|Blagoveshchensk
RU	Asia/Yekaterinburg	Yekaterinburg|Chelyabinsk|Ufa|Orenburg|Tyumen|Nizhny Tagil|Surgut|Kurgan|Magnitogorsk|Sterlitamak|Kamensk Uralskiy|Zlatoust|Nakhodka, Yamal-Nenets|Orsk|Berezniki
RU	Europe/Astrakhan	Astrakhan
RU	Europe/Kaliningrad	Kaliningrad
RU	Europe/Kirov	Kirov
RU	Europe/Moscow	Moscow|St. Petersburg|Nizhny Novgorod|Rostov|Kazan|Krasnodar|Yaroslavl|Voronezh|Makhachkala|Ryazan|Lipetsk|Tula|Naberezhnyye Chelny|Cheboksary|Bryansk|Ivanovo|Kursk|Tver|Stavropol|Vladikavkaz|Orel|Belgorod|Sochi|Vladimir|Kaluga|Smolensk|Saransk|Yoshkar Ola|Tambov|Archangel|Naltchik|Murmansk|Cherepovets|Kostroma|Taganrog|Vologda|Podolsk|Petrozavodsk|Dzerzhinsk|Syktyvkar|Novorossiysk|Groznyy|Velikiy Novgorod|Nizhnekamsk|Shakhty|Rybinsk|Starsy Oskol|Armavir|Pskov|Severodvinsk|Kolpino|Noginsk, Moskovsskaya|Novocherkassk|Kovrov
RU	Europe/Samara	Samara|Tolyatti|Izhevsk|Syzran
RU	Europe/Saratov	Saratov|Engels|Balakovo
RU	Europe/Ulyanovsk	Ulyanovsk
RU	Europe/Volgograd	Volgograd|Volzhskiy
RW	Africa/Kigali	Kigali|Nyanza
SA	Asia/Riyadh	Riyadh|Jeddah|Ad Damman|Makkah|Medina|Al Hillah|At Taif|Al Hufuf|Tabuk|Buraydah|Hail|Najran|Al Kharj|Al Mubarraz|Hafar al Batin|Al Jubayl|Yanbu al Bahr|Al-Qatif|Arar
SB	Pacific/Guadalcanal	Honiara
SC	Indian/Mahe	Victoria
SD	Africa/Khartoum	Khartoum|Omdurman|Port Sudan|Niyala|Kassala|El Obeid|Medani|Kosti|El Fasher|Gedaref|Geneina
SE	Europe/Stockholm	Stockholm|Göteborg|Malmö
SG	Asia/Singapore	Singapore
SI	Europe/Ljubljana	Ljubljana
SJ	Arctic/Longyearbyen	Longyearbyen
SK	Europe/Bratislava	Bratislava|Kosice
SL	Africa/Freetown	Freetown|Bo
SM	Europe/San_Marino	San Marino
SN	Africa/Dakar	Dakar|Thies|Kaolack|Ziguinchor
SO	Africa/Mogadishu	Mogadishu|Kismaayo|Jamaame
SR	America/Paramaribo	Paramaribo
SS	Africa/Juba	Malakal
ST	Africa/Sao_Tome	Sao Tome
SV	America/El_Salvador	San Salvador|Santa Ana|San Miguel
SY	Asia/Damascus	Damascus|Aleppo|Hims|Hamah|Al Ladhiqiyah|Douma|Dayr az Zawr|Ar Raqqah
SZ	Africa/Mbabane	Manzini
TC	America/Grand_Turk	Grand Turk
TD	Africa/Ndjamena	Ndjamena
TG	Africa/Lome	Lome
TH	Asia/Bangkok	Bangkok|Samut Prakan|Chiang Mai|Nakhon Ratchasima|Nonthaburi|Hat Yai|Udon Thani|Chon Buri|Khon Kaen|Ubon Ratchathani|Lampang|Nakhon Si Thammarat|Pathum Thani
TJ	Asia/Dushanbe	Dushanbe|Khujand|Qurghonteppa|Konibodom
TL	Asia/Dili	Dili
TM	Asia/Ashgabat	Ashgabat|Turkmenabat|Dasoguz
TN	Africa/Tunis	Tunis|Sfax|Sousse|Gabes
TO	Pacific/Tongatapu	Nukualofa
TR	Europe/Istanbul	Istanbul|Ankara|Izmir|Bursa|Adana|Gaziantep|Konya|Antalya|Diyarbakir|Icel|Samsun|Tarsus|Kayseri|Trabzon|Eskisehir|Malatya|Sanliurfa|Erzurum|Izmit|Kahramanmaras|Denizli|Van|Hatay|Sakarya|Batman|Elazig|Adapazari|Balikesir|Sivas|Manisa|Iskenderun|Kirikkale|Adiyaman|Rize|Aydin|Corum|Kutahya|Isparta|Antioch|Afyon
TT	America/Port_of_Spain	Port-of-Spain|San Fernando
TV	Pacific/Funafuti	Funafuti
TW	Asia/Taipei	Taipei|New Taipei|Kaohsiung|Taichung|Tainan|Zhongli|Hsinchu|Changhua|Taoyuan|Keelung|Chiayi|Pingtung|Hualien|Pingzhen|Zhubei|Bade|Yangmei
TZ	Africa/Dar_es_Salaam	Dar es Salaam|Mwanza|Moshi|Zanzibar|Arusha|Mbeya|Morogoro|Tanga|Dodoma|Kigoma
UA	Europe/Kyiv	Kyiv|Kharkiv|Dnipropetrovsk|Donetsk|Odessa|Lvov|Kryvyy Rih|Mariupol|Luhansk|Mykolayiv|Vinnytsya|Horlivka|Khmelnytskyy|Makiyivka|Poltava|Chernihiv|Sumy|Cherkasy|Zhytomyr|Kherson|Chernivtsi|Rivne|Kirovohrad|Ternopil|Ivano-Frankivsk|Lutsk|Kremenchuk|Bila Tserkva|Kramatorsk
UA	Europe/Simferopol	Sevastapol|Simferopol
UA	Europe/Zaporozhye	Zaporizhzhya
UG	Africa/Kampala	Kampala|Mbale|Jinja|Arua
US	America/Anchorage	Anchorage
US	America/Boise	Boise
US	America/Chicago	Chicago|Houston|Dallas|Minneapolis|San Antonio|St. Louis|Ft. Worth|Milwaukee|Kansas City, Missouri|Austin|Memphis|Nashville|Birmingham|Tulsa|Oklahoma City|Omaha|Arlington|New Orleans|St. Paul|Pasadena|Wichita|Joliet|Gary|Kansas City, Kansas|Laredo|Baton Rouge|Des Moines|Madison|Aurora, Illinois|Metairie|Corpus Christi|Columbia, Missouri|Lincoln|Elgin|McAllen|Little Rock|Shreveport|Mobile|Jackson|St. Charles|Lubbock|Evanston|Rockford|Montgomery|Huntsville|Springfield, Missouri|Amarillo|Davenport|Brownsville|Barlett|Waukesha|Lakeville
US	America/Denver	Denver|Albuquerque|El Paso|Salt Lake City|Aurora, Colorado|Colorado Springs|Provo|Ogden|Fort Collins
US	America/Detroit	Detroit|Grand Rapids|Flint|Lansing|Ann Arbor
US	America/Indiana/Indianapolis	Indianapolis|Fort Wayne|South Bend
US	America/Kentucky/Louisville	Louisville
US	America/Los_Angeles	Los Angeles|San Francisco|San Diego|Seattle|Irvine|San Jose|Long Beach|Portland|Las Vegas|Sacramento|San Bernardino|Oakland|Fresno|Stockton|Tacoma|Oceanside|Bakersfield|San Mateo|Vancouver|Berkeley|Riverside|Everett|Spokane|Modesto|Reno|Lancaster, California|Palm Springs|Eugene|Santa Rosa|Salem, Oregon|Salinas
US	America/New_York	New York|Philadelphia|Miami|Boston|Atlanta|Washington, D.C.|Pittsburgh|Baltimore|Tampa|Cleveland|Fort Lauderdale|Columbus, Ohio|Cincinnati|Charlotte|Jacksonville|Virginia Beach|Raleigh|Orlando|New Haven|West Palm Beach|Providence|Buffalo|Norfolk|Bridgeport|Richmond|St. Petersburg|Hartford|Albany|Rochester|Dayton|Akron|Stamford|Knoxville|Lowell|Syracuse|Toledo|Sarasota|Covington|Greensboro|Allentown|Harrisburg|Springfield, Massachusetts|Newark|Columbia, South Carolina|Durham|Hampton|Charleston|Miami Beach|Lexington|Winston-Salem|Worcester|Trenton|Lancaster, Pennsylvania|Chattanooga|Greenville|Columbus, Georgia|Youngstown|Sanford|Salem, Massachusetts|Tallahassee|Coral Springs|Fayetteville|Waterbury|Melbourne|Canton|Gainesville|Savannah|Manchester|Augusta|Paterson
US	America/Phoenix	Phoenix|Mesa|Tucson|Glendale
US	Pacific/Honolulu	Honolulu
UY	America/Montevideo	Montevideo
UZ	Asia/Samarkand	Samarqand|Qarshi|Bukhara|Shahrisabz|Nukus|Navoi|Termiz|Kattaqorgon
UZ	Asia/Tashkent	Tashkent|Namangan|Andijon|Fargona|Qoqon|Jizzax|Angren|Chirchiq
VA	Europe/Rome	Vatican City
VC	America/St_Vincent	Kingstown
VE	America/Caracas	Caracas|Maracaibo|Valencia|Maracay|Barquisimeto|Ciudad Guayana|Puerto la Cruz|Barcelona|Maturin|San Cristobal|Cabimas|Ciudad Bolivar|Los Teques|Cumana|Merida|Barinas|Acarigua|Coro|Maiquetia|Punto Fijo|El Tigre|Puerto Cabello
VI	America/St_Thomas	Christiansted
VN	Asia/Ho_Chi_Minh	Ho Chi Minh City|Hanoi|Haiphong|Da Nang|Can Tho|Bien Hoa|Hue|Qui Nhon|Vinh|Thai Nguyen|Nha Trang|Viet Tri|Ca Mau|Long Xuyen|Rach Gia|Phan Thiet|Buon Me Thuot|Thu Dau Mot|Nam Dinh|Soc Trang|Vung Tau|Thai Binh|Thanh Hoa|Da Lat|Bac Lieu|Quang Ngai|Ha Tinh|Hong Gai
VU	Pacific/Efate	Port Vila
WS	Pacific/Apia	Apia
YE	Asia/Aden	Sanaa|Al Hudaydah|Ibb|Al Mukalla|Dhamar
YT	Indian/Mayotte	Dzaoudzi
ZA	Africa/Johannesburg	Cape Town|Johannesburg|Durban|Benoni|Pretoria|Port Elizabeth|Vereeniging|Pietermaritzburg|Bloemfontein|East London|Welkom|Uitenhage|Springs|Mbombela|Polokwane|Klerksdorp|Paarl|Thohoyandou|Kimberley
ZM	Africa/Lusaka	Lusaka|Kitwe|Ndola|Kabwe|Chingola|Kasama
ZW	Africa/Harare	Harare|Bulawayo|Chitungwiza|Mutare|Gweru`
