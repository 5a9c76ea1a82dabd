const words = (text: string): readonly string[] => text.split(';').map((word) => word.trim())

export const NAMES = {
  harbour: words(`
    Agnieszka Dąbrowska; Þorsteinn Hallgrímsson; Nuala McGettigan; Ferdinand von Hohenberg-Lichtenau; Mei-Ling Tsai;
    Øystein Brekke; Catarina Gonçalves; Rafał Łuczak; Ngozi Eze; Pádraig Ó Súilleabháin; Chloé Lefèvre; Jürgen Weißmann;
    Amrit Dhaliwal; Tamsin Pascoe; Elowen Curnow; Barnaby Tuckwell; Hye-jin Park; Dilnoza Karimova; Gethin Bowen;
    Marguerite Delacroix; Obinna Uche; Saoirse Kilbride; Vasile Dumitrescu; Zdeněk Hrubý; Leila Farahani;
    Hector Abercrombie; Ottilie Brandt; Kofi Asante; Winifred Oakeshott; Björn Sandström; Paloma Iglesias; Anselm Whitlock;
    Rukmini Venkatasubramanian; Joss Penrose; Tegan Rowse; Mbali Dlamini; Cosmo Fairweather; Ieva Bērziņa; Duncan Strachan;
    Philippa Wren; Yusuf Demirci; Aurélie Montfort-Beauchamp; Niall Corrigan; Sunniva Aasen; Oisín Breathnach;
    Harriet Lovelock; Emeka Obi; Linnéa Hallberg`),
  ridge: words(`
    Jarrah Whitfield; Bindi Callaghan; Thị Hoa Phạm; Wiremu Tamihana; Stavros Anagnostopoulos-Kelly; Priyanka Deshmukh;
    Lachlan Muir; Siosaia Fifita; Mariam Khoury; Xiuying Zhao; Kieran Dempsey; Arlo Bettencourt; Ngaire Paterson;
    Tomislav Jurić; Felicity Goldsborough; Haruto Nakagawa; Yara Mansour; Cormac Tierney; Annika Sjöberg; Đình Văn Lê;
    Rosalind Peverell; Baxter Quillan; Ximena Quispe; Hamza Qureshi; Eloise Marchetti; Wes Trembath; Kalinda Roughsey;
    Stellan Ekström; Bronte Ashdown; Ravi Subramaniam; Mack Dunleavy; Inês Carvalho; Sefa Tuilagi; Juniper Hale;
    Goran Petković; Maeve Lonergan; Tariq Aziz; Clementine Fairbairn-Wolstenholme; Ollie Strand; Zsófia Kertész;
    Banjo Merrick; Lorelei Vance; Dermot Flanagan; Piripi Ngata; Saskia Vermeulen; Edie Coulthard; Nikhil Bhattacharya;
    Freya Lindqvist`),
} as const
